// Every word a person can read or hear in the page; a translation is another file like this one. HTML names the words of
// `page` (see fill.js); what the server tells as data is put into words here (see spoken.js). Sentences are whole: another
// language has another order.

import { signed } from "./value-text.js";

const stones = (number) => `${number} ${number === 1 ? "stone" : "stones"}`;
const you = (side) => side === "south";

function ordinal(number) {
  const ending = { 1: "st", 2: "nd", 3: "rd" }[number % 10];
  return number + (ending && Math.floor((number % 100) / 10) !== 1 ? ending : "th");
}

function ending(side, margin, about = "") {
  if (margin === 0) return "A tie";
  return `${you(side) ? "You" : "They"} ${margin > 0 ? "win" : "lose"} by ${about}${Math.abs(margin)}`;
}

export const words = {
  // ---- named in HTML
  page: {
    rules: "Rules",
    share: "Share this position",
    settings: "Settings",
    board: "Board",
    pitsAndStores: "Pits and stores",
    answers: "Answers",
    you: "you",
    they: "they",
    theTurn: "The turn, tap by tap",
    tapBack: "One tap back",
    reset: "Back to the position",
    enterLabel: "Enter a position",
    enterLong: "Enter position",
    enterShort: "Enter",
    why: "Why",
    whoMoves: "Who moves",
    youMove: "You move",
    theyMove: "They move",
    sameLabel: "Their side is the same (mirrored)",
    sameLong: "Their side is the same",
    sameShort: "Mirrored",
    numberOfStones: "Number of stones",
    clear: "Clear",
    start: "Start",
    cancel: "Cancel",
    done: "Done",
    asText: "Position as text",
    paste: "or paste: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9",
    read: "Read",
    more: "More about this position",
    showIt: "Show it",
    longer: "Think longer",
    lines: "Lines of play",
    sowing: "Sowing",
    slow: "slow",
    normal: "normal",
    fast: "fast",
    atOnce: "at once",
    thinkFor: "Think for",
    seconds3: "3 seconds",
    seconds10: "10 seconds",
    seconds30: "30 seconds",
    seconds60: "60 seconds",
    close: "Close",
    help: "Help and keys",
    youAreSouth:
      "You are south: your pits run down the left to your store at the bottom, on a wide screen along the bottom to the right.",
    numbersAre: "Numbers beside pits are what the game ends with if you begin there:",
    isProven: "proven,",
    isBound: "at least,",
    isEstimate: "estimated.",

    // the game
    views: "Views",
    tabAnswer: "Answer",
    tabGame: "Game",
    tabPlay: "Play",
    goFirst: "To the start",
    goBack: "One move back",
    goOn: "One move on",
    goLast: "To the end",
    moves: "Moves",
    promote: "Make it the main line",
    remove: "Delete from here",
    correct: "Correct the board",
    newBoard: "New",
    save: "Save",
    load: "Load",
    pasteGame: "Paste a game file",
    gameText: "Text of a game file",
    recent: "Games in this browser",
    graph: "Value for you after each turn",
    accuracy: "Accuracy",
    showBetter: "Show better",
    retryTurn: "Try again",
    nextMistake: "Next mistake",
    retryGroup: "Try to do better",
    retryAgain: "Start over",
    retryStop: "Stop",

    // playing
    setup: "A new game",
    opponent: "Opponent",
    ownPlayerText: "Player as text",
    begins: "Who begins",
    youBegin: "You",
    theyBegin: "They",
    byLot: "By lot",
    startFrom: "Start",
    clock: "Clock",
    ownClock: "Your own clock",
    minutes: "Minutes for the game",
    increment: "Seconds added per move",
    perMove: "Most seconds per move",
    startGame: "Play",
    hint: "Hint",
    takeback: "Take back",
    resign: "Resign",
    tryNow: "Ask now",
    toHead: "Back to the game",
    reviewIt: "Review",
    rematch: "Rematch, sides swapped",
    newGame: "New game",
    solvedStarts: "Solved starts",
    stoneByStone: "Show it stone by stone",
    toBoard: "‹ Board",
    exploreIntro:
      "What the first player wins by when both play as well as can be, for every board of equal pits. Proven numbers are " +
      "plain; where the value is not known yet, what it is at least and at most is.",
    exploreHint: "Point at a start or tap it: here you see what each opening is worth.",
    openStart: "Open on the board",
    chosenStart: "The chosen start",
    scale: "second player wins — tie — first player wins; the stronger the colour, the larger the share of all stones",
    deals: "Random deals",
    firstBoard: "To the beginning",
    eventBack: "One stone back",
    eventOn: "One stone on",
    lastBoard: "To the end",
    whichBoard: "Where in the move",
    events: "What happens",
  },

  // ---- the keys, see keys.js
  keysOf: { anywhere: "Keys", entering: "Keys while entering a position", trace: "Keys", table: "Keys" },
  keys: {
    arrows: "move on the board",
    tap: "tap the pit",
    enter: "enter a position",
    step: "next tap",
    back: "one tap back",
    reset: "back to the position",
    help: "this help",
    digits: "number of stones",
    moreLess: "one more, one less",
    erase: "erase a digit",
    nextPit: "next pit",
    leaveEntry: "cancel",
    previousMove: "one move back in the game",
    nextMove: "one move on",
    previousTurn: "one turn back",
    nextTurn: "one turn on",
    upATurn: "one turn back, in the view Game",
    downATurn: "one turn on, in the view Game",
    firstMove: "to the start, in the view Game",
    lastMove: "to the end, in the view Game",
    eventBack: "one stone back",
    eventOn: "one stone on",
    moveBack: "one tap back",
    moveOn: "one tap on",
    first: "to the beginning",
    last: "to the end",
    play: "play and pause",
    cells: "from start to start",
    openStart: "open the start on the board",
  },
  keyNames: { Enter: "Enter", Escape: "Esc", Backspace: "Backspace", Home: "Home", End: "End", " ": "Space" },
  profiles: {
    kalah: "Capture (Kalah)",
    avalanche: "Avalanche",
    "avalanche-sweep": "Avalanche",
    "kalah-empty-capture": "Kalah, empty capture",
    "kalah-lazy": "Kalah, lazy ending",
    events: "Both stores (events)",
  },
  leftovers:
    "Leftovers to their owner: stones still in pits when the game ends count for the side they lie on. Off, they " +
    "count for nobody; sources disagree on what GamePigeon does.",
  cell: (side, pit, stones) => {
    const whose = side === "south" ? "Your" : "Their";
    const what = pit === null ? "store" : `pit ${pit}`;
    return `${whose} ${what}: ${stones} ${stones === 1 ? "stone" : "stones"}`;
  },
  worth: (mark, kind) => `, worth ${mark.replace("≥", "at least ").replace("≤", "at most ").replace("~", "about ")} (${words.kinds[kind]})`,
  kinds: { proven: "proven", bound: "bound", estimate: "estimate" },
  tapNext: ", tap this one next",
  total: (stones, expected) => (stones === expected ? `${stones} stones` : `${stones} stones, not ${expected}`),
  keep: (stones) => `${stones} is right`,
  tap: (place) => `Tap the ${place}`,
  theyTap: (place) => `They tap the ${place}`,
  tapOf: (number, of) => `Tap ${number} of ${of}`,
  turnDone: "Done",
  playedOut: "That is the whole turn",
  pass: "Nothing to sow",
  over: "The game is over",
  thinking: "Thinking …",
  firstLook: "First look …",
  waiting: "Waiting for other searches …",
  stopped: "Stopped",
  theLine: "This line",
  theThreat: (side) => (side === "north" ? "If they moved now" : "If you moved now"),
  line: (who, pits) => `${who} ${pits.length ? pits.join(" ") : "pass"}`,
  editing: (side, pit) => `Editing ${side === "south" ? "your" : "their"} ${pit === null ? "store" : `pit ${pit}`}`,
  copied: "Link copied",
  notCopied: "Copy the address of this page to share the position",
  offline: "The server cannot be reached. Is sowfish serve still running?",
  balance: (mark) => `Balance for you: ${mark}`,
  oneLess: "one less",
  oneMore: "one more",
  storeKeys: ["erase", "ten more", "next"],

  // ---- what the server tells as data
  title: (state) => `${words.standing(state)} · ${words.profiles[state.profile] ?? state.profile} · Sowfish`,
  who: (side) => (you(side) ? "you" : "they"),
  place: (row, view) => `${ordinal(row + 1)} pit from the ${view === "phone" ? "top" : "left"}`,
  standing: ({ to_move, is_over, must_pass, technical_winner, score }) => {
    if (is_over) {
      if (score.south === score.north) return `A tie, ${score.south} to ${score.north}`;
      const south = score.south > score.north;
      return `${south ? "You have" : "They have"} won, ${Math.max(score.south, score.north)} to ${Math.min(score.south, score.north)}`;
    }
    const duty = must_pass ? "have nothing to sow and pass" : "to move";
    const settled = technical_winner ? `; ${words.who(technical_winner)} have more than can be caught up` : "";
    return `${you(to_move) ? "You" : "They"} ${duty}${settled}`;
  },
  brief: ({ sown, laps, captured, banked, swept, outcome }) => {
    const parts = [`sows ${sown}`];
    if (laps > 1) parts.push(`${laps} laps`);
    if (captured) parts.push(`captures ${captured}`);
    if (banked) parts.push(`+${banked}`);
    if (swept) parts.push(`${swept} left over to their owner`);
    parts.push({ free_move: "again", turn_end: "turn over", game_over: "game over" }[outcome]);
    return parts.join(", ");
  },
  verdict: ({ mover, kind, value, low, high }) => {
    if (kind === "proven") return `${ending(mover, value)}, proven.`;
    if (kind === "estimate") return `${ending(mover, value, "about ")}, estimated.`;
    const who = you(mover) ? "You" : "They";
    if (low > 0) return `${who} win by at least ${low}, proven.`;
    if (high < 0) return `${who} lose by at least ${-high}, proven.`;
    if (low === 0) return `${who} do not lose, proven.`;
    if (high === 0) return `${who} do not win, proven.`;
    return `Between ${signed(low)} and ${signed(high)} for ${you(mover) ? "you" : "them"}, proven.`;
  },
  status: (nodes, seconds) => `${nodes.toLocaleString("en")} positions in ${seconds.toFixed(1)} s`,
  threat: (side, threat) => {
    const who = words.who(side);
    if (!threat) return `No threat: ${who} could not move now.`;
    if (!threat.banked) return `No threat: ${who} could bank nothing now.`;
    return `If ${who} moved now, ${who} could bank ${threat.banked}.`;
  },
  reasons: {
    pass: ({ mover }) => `${you(mover) ? "You" : "They"} have nothing to sow and pass.`,
    gain: ({ mover, banked, taps, ends, reply }) => {
      const then = ends ? ", which ends the game" : reply === null ? "" : `, then ${you(mover) ? "they" : "you"} can bank at most ${reply}`;
      return `${you(mover) ? "You" : "They"} bank ${banked} in ${taps} ${taps === 1 ? "tap" : "taps"}${then}.`;
    },
    only: () => "There is no other move.",
    equal: ({ pits }) => `Beginning with pit ${pits.join(" and ")} is just as good.`,
    costs: ({ cost }) => `Every other first tap costs at least ${stones(cost)}.`,
    greed: ({ mover, banked, turn, value }) => {
      const end = ending(mover, value);
      return `The turn that banks the most (${banked}: ${turn.join(" ")}) is worse: then ${end[0].toLowerCase()}${end.slice(1)}, proven.`;
    },
  },

  // ---- the game
  playThis: "Play this",
  notTheirTurn: (side) => (you(side) ? "It is your move: tap one of your pits." : "It is their move: tap one of their pits."),
  emptyPit: "That pit is empty.",
  noMoves: "No moves yet: tap a pit on the board.",
  corrected: "board corrected",
  moveOf: (number, of) => (of ? `Move ${number} of ${of}` : "Start"),
  moveLabel: (turn, side, pit, brief) => `Turn ${turn}, ${words.who(side)}: pit ${pit}, ${brief}`,
  lostShort: (lost, mark) => (mark ? `lost ${lost} ${mark}` : `lost ${lost}`),
  saved: "Saved as a game file.",
  savedLine: "Saved as a game file: this line since the board was last set. The rest stays in this browser.",
  fileName: (date) => `sowfish-${date.toISOString().slice(0, 16).replace(/[T:]/g, "-")}.txt`,
  loaded: (moves) => `A game of ${moves} ${moves === 1 ? "move" : "moves"} is open.`,
  noGames: "None yet.",
  recentGame: ({ changed, profile, moves, score, opponent }) => {
    const who = opponent ? `, ${words.opponent(opponent)}` : "";
    const when = new Date(changed).toLocaleString("en", { dateStyle: "short", timeStyle: "short" });
    return `${words.rulesName(profile)}${who}: ${moves} ${moves === 1 ? "move" : "moves"}, ${score.south} to ${score.north} (${when})`;
  },
  rulesName: (name) => (name === "avalanche-sweep" ? "Avalanche, leftovers to their owner" : words.profiles[name] ?? name),

  // ---- the review
  review: "Review this game",
  reviewAgain: "Review again",
  stopReview: "Stop the review",
  nothingToReview: "There is nothing to review: no move has been made.",
  reviewing: (done, of) => `Position ${done} of ${of}`,
  reviewed: (mistakes) => (mistakes === 0 ? "Reviewed: no mistakes." : `Reviewed: ${mistakes} ${mistakes === 1 ? "turn is" : "turns are"} marked.`),
  chooseTurn: "Choose a turn to see what it gave away.",
  turnNote: ({ number, side, turn, shown, best, forced }) => {
    const played = `${number}. ${you(side) ? "You" : "They"} ${turn.join(" ")}: ${shown.before} → ${shown.after}`;
    if (!shown.lost) return `${played}, ${forced ? "the only turn" : "nothing lost"}.`;
    const instead = best.length ? `; better: ${best.join(" ")}` : "";
    return `${played}, lost ${shown.lost}${shown.mark ? ` ${shown.mark}` : ""}${instead}.`;
  },
  graphValue: (turn, value, mark) => `${turn ? `After turn ${turn}` : "At the start"}: ${value}${mark ? ` ${mark}` : ""}`,
  accuracy: (side, { percent, kind, lost }) => {
    const who = you(side) ? "You" : "They";
    if (percent === null) return `${who}: no turn with a choice.`;
    const about = kind === "proven" ? "" : "about ";
    return `${who}: accuracy ${about}${Math.round(percent)} %, ${about}${lost} lost`;
  },
  better: (pits) => `Better: ${pits.join(" ")}.`,
  tryBetter: (side, pits, lost) => `${you(side) ? "You" : "They"} played ${pits.join(" ")} and lost ${lost}. Find better: tap ${you(side) ? "your" : "their"} pits.`,
  tryAgain: "Try again.",
  tryOn: (pits) => `${pits.join(" ")}: go on, the turn is not over.`,
  judging: "Looking …",
  right: (pits) => `${pits.join(" ")}: right, nothing lost!`,
  wrong: (pits, lost, isBetter) => `${pits.join(" ")} loses ${lost}${isBetter ? ", less than before" : ""}. Try again.`,
  nextMistake: "Next mistake",
  lastMistake: "Done",

  // ---- playing
  ownPlayer: "Any other, as text",
  players: {
    human: ["Two people at this device", "You take turns; bottom is you, top is they."],
    engine: ["Engine", "Looks ahead and proves what it can; lower levels see less and are careless."],
    random: ["Random", "Plays any pit."],
    leftmost: ["Leftmost", "Plays the leftmost pit that holds stones."],
    greedy: ["Greedy", "Plays the move that banks the most."],
    turn: ["Best single turn", "Plays the turn that banks the most, and thinks no further."],
    montecarlo: ["Monte Carlo", "Plays the move that wins most random games."],
    minimax: ["Minimax", "Looks a few moves ahead."],
    uct: ["UCT", "Grows a tree of random games."],
    net: ["Net", "Plays what a small neural net likes best, without looking ahead."],
    puct: ["Net with a tree", "Grows a tree where a small neural net points."],
    perfect: ["Perfect", "Plays proven best moves; it may think for long."],
    own: ["", "A text such as uct:playouts=20000 or engine:level=7,time=2; sowfish players lists them."],
  },
  opponent: (spec) => {
    const level = spec.match(/^engine:level=(\d+)$/);
    if (level) return `Engine, level ${level[1]}`;
    return words.players[spec]?.[0] ?? spec;
  },
  aboutOpponent: (spec) => {
    const level = spec.match(/^engine:level=(\d+)$/)?.[1];
    if (level) return ["", "Has just learned the rules.", "", "", "", "A fair opponent.", "", "", "", "", "The strongest."][level] || words.players.engine[1];
    return words.players[spec]?.[1] ?? "";
  },
  clockName: (clock) => {
    const names = { "": "None", own: "Your own" };
    if (clock in names) return names[clock];
    const { game, increment, move } = Object.fromEntries(clock.split(",").map((part) => part.split("=")));
    return move ? `${move} seconds a move` : `${game / 60} ${game === "60" ? "minute" : "minutes"} and ${increment} s a move`;
  },
  startName: (start) => {
    const names = { mirrored: "Random, as on the phone (mirrored)", reflected: "Random, facing pits equal", free: "Random, sides unlike", here: "The board as it is now" };
    return names[start] ?? `${start.split("-")[1]} stones in each pit`;
  },
  seat: (side, seats) => (you(side) ? "You" : seats.north === "human" ? "They" : words.opponent(seats.north)),
  clock: (seconds) => {
    if (seconds < 10) return seconds.toFixed(1);
    const whole = Math.ceil(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  },
  began: (player) => `A new game against ${words.opponent(player)}.`,
  playStatus: (side, seats, isThinking) => {
    if (seats[side] !== "human") return isThinking ? `${words.opponent(seats[side])} is thinking …` : `${words.opponent(seats[side])} is to move`;
    return you(side) ? "Your move" : "Their move (top)";
  },
  wait: "It is not your move yet.",
  lookingBack: "You are looking at an earlier position.",
  noEditing: "The board cannot be changed while a game is played; resign it or begin a new one.",
  trouble: (seconds) => `The server cannot be reached. Asking again in ${seconds} s; nothing is lost.`,
  theyPlayed: (pit, brief) => `They played pit ${pit}: ${brief}.`,
  hint: (place, turn, verdict) => `Hint: the ${place} (${turn.join(" ")}). ${verdict}`,
  tookBack: "Taken back.",
  resignSure: "Really resign?",
  result: ({ winner, reason }, score) => {
    if (winner === null) return `A tie, ${score.south} to ${score.north}.`;
    const won = you(winner) ? "You have won" : "They have won";
    if (reason === "time") return `${won}: ${you(winner) ? "their" : "your"} time is over.`;
    if (reason === "resigned") return `${won}: ${you(winner) ? "they" : "you"} resigned.`;
    return `${won}, ${Math.max(score.south, score.north)} to ${Math.min(score.south, score.north)}.`;
  },
  // ---- solved starts
  startRules: {
    kalah: "Kalah (Capture)",
    "kalah-empty-capture": "Kalah, empty capture",
    avalanche: "Avalanche",
    "avalanche-sweep": "Avalanche, leftovers to their owner",
  },
  exploreTitle: "Solved starts · Sowfish",
  pitsASide: "pits a side",
  stonesPerPit: "stones per pit",
  notSolved: "not solved",
  start: ({ pits, stones: each }) => `${pits} ${pits === 1 ? "pit" : "pits"} a side, ${each} ${each === 1 ? "stone" : "stones"} each`,
  startWorth: ({ value, low, high, pits, stones: each }) => {
    if (value !== null) return value === 0 ? "A tie, proven" : `The first player ${value > 0 ? "wins" : "loses"} by ${Math.abs(value)}, proven`;
    const total = 2 * pits * each;
    if (low === -total && high === total) return "Not solved yet";
    return `Not solved yet; proven: ${signed(low)} to ${signed(high)} for the first player`;
  },
  bestOpening: ({ best, perhaps_best: perhaps, pits }) => {
    if (best.length === 0) return "";
    if (best.length === pits && pits > 1) return "Any opening is best";
    return `Best opening: pit ${best.join(", ")}${perhaps.length ? "; perhaps others" : ""}`;
  },
  bestPits: ({ best, pits, perhaps_best: perhaps }) => {
    if (best.length === pits && pits > 1) return "any";
    const listed = best.join(" ") + (perhaps.length ? " …" : "");
    return best.length > 3 ? listed : `pit ${listed}`;
  },
  opening: (pit) => `pit ${pit}`,
  dealsTitle: (deals) => `${deals.toLocaleString("en")} random deals`,
  dealsAre: ({ rules, stones: all, pits }) => `${words.startRules[rules] ?? rules}, ${all} stones, ${pits} pits, both sides dealt the same; all proven.`,
  dealsWon: ({ deals, wins, ties, losses }) => {
    const percent = (part) => `${((100 * part) / deals).toFixed(1)} %`;
    return `The first player wins ${percent(wins)} of them, ties ${percent(ties)} and loses ${percent(losses)}.`;
  },
  dealsMean: ({ margin }) => `Mean margin: ${margin.mean >= 0 ? "+" : ""}${margin.mean.toFixed(1)} ± ${margin.error.toFixed(1)} stones (standard error).`,
  dealsGreed: ({ deals, greedy_fails: fails, greedy_loses: loses, greedy_cost: cost }) => {
    const percent = (part) => `${((100 * part) / deals).toFixed(1)} %`;
    return `Banking the most at once is not the best turn in ${percent(fails)} of them: it costs ${cost.mean.toFixed(1)} ± ${cost.error.toFixed(1)} stones there, and throws the win away in ${percent(loses)} of all.`;
  },
  margin: "first player's margin",
  dealsCount: "deals",
  range: (low, high) => (low === 0 && high === 0 ? "tie" : `${signed(low)} to ${signed(high)}`),

  // ---- stone by stone
  traceTitle: (pits) => `${words.traceMoves(pits)} · Sowfish`,
  traceMoves: (pits) => (pits.length ? `Stone by stone: ${pits.join(" ")}` : "Stone by stone"),
  traceAt: (number, of) => `${number} of ${of}`,
  traceStart: "The position",
  traceHint: "Tap a ringed pit to see that move from here.",
  cellName: (mover, { side, pit }) => {
    const whose = you(side) ? "your" : "their";
    return pit === null ? `${whose} store` : `${whose} pit ${pit}`;
  },
  event: ({ kind, mover, side, pit, stones: number, captured, swept }) => {
    const who = you(mover) ? "You" : "They";
    if (kind === "pass") return `${who} have nothing to sow and pass`;
    const cell = words.cellName(mover, { side, pit });
    if (kind === "pick-up") return `${who} pick up ${number} from ${cell}`;
    const more = (captured ? `, capture ${captured}` : "") + (swept ? `; ${swept} left over to their owner` : "");
    return `${who} drop one in ${cell}${more}`;
  },
  hand: (number) => `${stones(number)} in the hand`,
  traceDuty: ({ to_move, hand, isUnderWay, isOver, south_store, north_store }) => {
    if (isUnderWay) return words.hand(hand);
    if (isOver) return `The game is over, ${south_store} to ${north_store}`;
    return `${you(to_move) ? "You" : "They"} to move`;
  },
  play: "Play",
  pause: "Pause",

  // What the server refuses it says in one English sentence, as the program does on a terminal.
  refused: ({ error }) => error, // a translation goes by `code` and `parameters`
};
