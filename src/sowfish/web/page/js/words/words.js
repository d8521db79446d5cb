// All text of the page, visible or spoken; a translation replaces this file and those in words/. HTML names the labels (see
// fill-words.js); data from the engine is put into words here (see wording.js). Sentences are whole, because word order
// differs between languages.

import { signed } from "./value-text.js";
import { keyWords, labels } from "./labels.js";
import { countMoves, countStones, name, names, you } from "./parts.js";
import { refusalOf } from "./refusals.js";
import { startWords } from "./solved-starts.js";

function ending(margin, about = "") {
  if (margin === 0) return "A tie";
  return `You ${margin > 0 ? "win" : "lose"} by ${about}${Math.abs(margin)}`;
}

export const words = {
  page: labels,
  ...keyWords,
  ...startWords,
  profiles: {
    kalah: "Capture (Kalah)",
    avalanche: "Avalanche",
    "avalanche-sweep": "Avalanche",
    "kalah-empty-capture": "Kalah, empty capture",
    "kalah-lazy": "Kalah, lazy ending",
    events: "Both stores (events)",
  },
  kalahRules: "Kalah",
  shortRules: { kalah: "Capture", "kalah-empty-capture": "Empty capture", "kalah-lazy": "Lazy ending", events: "Both stores" },
  storeOf: (side) => (you(side) ? "You" : "Opponent"),
  cell: (side, pit, stones) => {
    const whose = you(side) ? "Your" : "Their";
    const what = pit === null ? "store" : `pit ${name(pit)}`;
    return `${whose} ${what}: ${stones === null ? "empty, not entered" : countStones(stones)}`;
  },
  worth: (mark, kind) => `, worth ${mark.replace("≥", "at least ").replace("≤", "at most ").replace("~", "about ")} (${words.kinds[kind]})`,
  kinds: { proven: "proven", bound: "bound", estimate: "estimate" },
  tapNext: ", tap this one next",
  total: (total, surplus) => {
    if (surplus === 0) return countStones(total);
    return surplus < 0 ? `${countStones(-surplus)} missing` : `${countStones(surplus)} too many`;
  },
  keep: (total) => `Use ${total} anyway`,
  entering: (side, pit, isFirst) => {
    if (isFirst) return "How many stones in your pit 1?";
    const whose = you(side) ? "Your" : "Their";
    return pit === null ? `${whose} store` : `${whose} pit ${name(pit)}`;
  },
  filled: (verdict) => verdict || "Board complete.",
  resetStart: "Reset to start",
  resetSure: "Confirm reset",
  tap: (pit) => `Tap pit ${name(pit)}`,
  theyTap: (pit) => `They tap pit ${name(pit)}`,
  tapOf: (number, of) => `Show next (${number}/${of})`,
  showNext: "Show next",
  pitName: (pit) => name(pit),
  turnText: (pits) => names(pits),
  chip: (number, of, { mover, pit, brief }) => `Tap ${number} of ${of}: ${you(mover) ? "" : "their "}pit ${name(pit)}, ${brief}`,
  turnDone: "Shown",
  playedOut: "That is the whole turn",
  moreTaps: "… play it to see the next tap",
  previewAt: (at, of) => `Preview: ${at} of ${of} played`,
  previewing: "This is a preview. Close it to play on the board.",
  opponentsTurn: "Opponent's turn",
  tapTheirs: "Tap the pits they played, or enter the new board.",
  tapTheirsAgain: "They go again: tap the next pit they played.",
  pass: "Nothing to sow",
  over: "The game is over",
  thinking: "Thinking …",
  waitingForEngine: "Waiting for the engine",
  firstLook: "First look …",
  stopped: "Stopped",
  theLine: "This line",
  theThreat: (side) => (you(side) ? "If it were your turn" : "If it were their turn"),
  line: (side, pits) => `${words.who(side)} ${pits.length ? names(pits) : "pass"}`,
  copied: "Link copied",
  copiedTurn: "Turn copied",
  notCopiedTurn: "The turn could not be copied.",
  notCopied: "Copy the address of this page to share the position",
  balance: (mark) => `Balance for you: ${mark}`,
  padKeys: { ten: "ten more", back: "back one pit", next: "next pit" },
  offlineKept: "Works without a network.",
  offlineNever: "Needs the network here: this window keeps nothing for later.",
  offlineFull: "Needs the network here: there is no room left to keep the page.",
  offlineFailed: "Not kept for offline use yet; your next visit will try again.",
  newVersion: "There is a new version of Sowfish.",
  newVersionElsewhere: "Sowfish was updated in another tab.",
  reload: "Reload",
  notKept: "This browser does not keep games: this one will be gone when you close the page.",
  otherTab: "This game went on in another tab.",
  leftoversEither: "Best either way, whoever gets the leftovers.",
  leftoversChecking: "Checking the other rule for leftovers …",
  leftoversUnknown: "The other rule for leftovers could not be checked in time.",
  leftoversName: { nobody: "If leftovers count for nobody", owner: "If leftovers go to their owner" },
  leftoversTurn: (rest, mark, cost, about) => [`${words.leftoversName[rest]}: `, ` (${mark}${cost ? `; costs ${about}${cost} otherwise` : ""})`],
  changeRules: (rules) => `Start a new game of ${rules} from this board? Your game stays under Moves.`,

  // ---- data from the engine
  title: (state) => `${words.standing(state)} · ${words.profiles[state.profile] ?? state.profile} · Sowfish`,
  who: (side) => (you(side) ? "you" : "they"),
  standing: ({ to_move, is_over, must_pass, technical_winner, score }) => {
    if (is_over) {
      if (score.south === score.north) return `A tie, ${score.south} to ${score.north}`;
      return words.won(score.south > score.north ? "south" : "north", score);
    }
    const whoseTurn = must_pass ? (you(to_move) ? "You have nothing to sow and pass" : "The opponent has nothing to sow and passes") : you(to_move) ? "Your turn" : "Opponent's turn";
    const settled = technical_winner ? (you(technical_winner) ? "; you cannot be caught" : "; you cannot catch up") : "";
    return whoseTurn + settled;
  },
  won: (winner, score) => `${you(winner) ? "You have" : "Opponent has"} won, ${Math.max(score.south, score.north)} to ${Math.min(score.south, score.north)}`,
  leftoverNote: (side, swept) => `, with ${swept} leftover ${swept === 1 ? "stone" : "stones"} going to ${you(side) ? "you" : "the opponent"}`,
  brief: ({ sown, laps, captured, banked, swept, outcome }) => {
    const what = laps > 1 ? `${countStones(sown)}, ${laps} laps` : countStones(sown);
    const gains = [];
    if (captured) gains.push(`captures ${captured}`);
    if (banked) gains.push(`+${banked}`);
    if (swept) gains.push(`${swept} left over to their owner`);
    gains.push({ free_move: "go again", turn_end: "turn over", game_over: "game over" }[outcome]);
    return `${what}: ${gains.join(", ")}`;
  },
  /** A value from your side. @param {any} value */
  verdict: ({ kind, value, low, high }) => {
    if (kind === "proven") return `${ending(value)}, proven.`;
    if (kind === "estimate") return `${ending(value, "about ")}, estimated.`;
    if (low > 0) return `You win by at least ${low}, proven.`;
    if (high < 0) return `You lose by at least ${-high}, proven.`;
    if (low === 0) return "You do not lose, proven.";
    if (high === 0) return "You do not win, proven.";
    return `Between ${signed(low)} and ${signed(high)} for you, proven.`;
  },
  finalVerdict: ({ south, north }) => (south === north ? "A tie." : `You ${south > north ? "won" : "lost"} by ${Math.abs(south - north)}.`),
  knownBefore: "Known without a search",
  status: (nodes, seconds) => `${nodes.toLocaleString("en")} positions in ${seconds.toFixed(1)} s`,
  threat: (side, threat) => {
    const who = you(side) ? "you" : "opponent";
    if (!threat || !threat.banked) return "No threat.";
    return `Threat: ${who} could score ${threat.banked}`;
  },
  reasons: {
    pass: ({ mover }) => (you(mover) ? "You have nothing to sow and pass." : "The opponent has nothing to sow and passes."),
    gain: ({ mover, banked, taps, ends, reply }) => {
      const then = ends ? ", which ends the game" : reply === null ? "" : `; then ${you(mover) ? "the opponent" : "you"} can score ${reply ? `at most ${reply}` : "nothing"}`;
      return `${you(mover) ? "You score" : "The opponent scores"} ${banked || "nothing"} in ${taps} ${taps === 1 ? "tap" : "taps"}${then}.`;
    },
    only: () => "There is no other move.",
    equal: ({ pits }) => `Starting with pit ${pits.map(name).join(" or ")} is just as good.`,
    costs: ({ cost }) => `Every other first tap costs at least ${countStones(cost)}.`,
    greed: ({ mover, banked, turn, value }) => {
      const end = ending(you(mover) ? value : -value);
      return `Scoring the most now (${banked}: ${names(turn)}) is worse: then ${end[0].toLowerCase()}${end.slice(1)}, proven.`;
    },
  },

  // ---- the game
  notTheirTurn: (side) => (you(side) ? "It is your turn: tap one of your pits." : "It is the opponent's turn: tap one of their pits."),
  emptyPit: "That pit is empty.",
  noMoves: "No moves yet: tap a pit on the board.",
  corrected: "board corrected",
  moveOf: (number, of) => (of ? `Move ${number} of ${of}` : "Start"),
  moveLabel: (turn, side, pit, brief) => `Turn ${turn}, ${words.who(side)}: pit ${name(pit)}, ${brief}`,
  marks: { "?!": "Inaccuracy", "?": "Mistake", "??": "Blunder" },
  // What a turn lost, with its mark: "Blunder (−6)", "Probable blunder (−4 or more)"
  lostShort: (lost, mark) => {
    const isSure = !mark.startsWith("~");
    const judged = words.marks[mark.replace("~", "")];
    const amount = lost.startsWith("≥") ? `−${lost.slice(1)} or more` : lost.startsWith("~") ? `about −${lost.slice(1)}` : `−${lost}`;
    if (!judged) return amount;
    return `${isSure ? judged : `Probable ${judged.toLowerCase()}`} (${amount})`;
  },
  bestHere: (pits) => `Best: ${names(pits)}.`,
  valueLabel: (value) => `value ${value}`,
  saved: "Saved as a game file.",
  savedLine: "Saved as a game file: this line since the board was last set. The rest stays in this browser.",
  fileName: (date) => `sowfish-${date.toISOString().slice(0, 16).replace(/[T:]/g, "-")}.txt`,
  loaded: (moves) => `A game of ${countMoves(moves)} is open.`,
  loadedReplay: (pits) => (pits.length ? `Opponent played ${names(pits)}.` : "The board from the phone is open."),
  noGames: "None yet.",
  recentGame: ({ changed, profile, moves, score, opponent }) => {
    const who = opponent ? `, ${words.opponent(opponent)}` : "";
    const when = new Date(changed).toLocaleString("en", { dateStyle: "short", timeStyle: "short" });
    return `${words.rulesName(profile)}${who}: ${countMoves(moves)}, ${score.south} to ${score.north} (${when})`;
  },
  rulesName: (profile) => (profile === "avalanche-sweep" ? "Avalanche, leftovers to their owner" : words.profiles[profile] ?? profile),

  // ---- the review
  review: "Review this game",
  reviewAgain: "Review again",
  stopReview: "Stop the review",
  nothingToReview: "There is nothing to review: no move has been made.",
  reviewing: (done, of) => `Position ${done} of ${of}`,
  reviewed: (mistakes) => (mistakes === 0 ? "Reviewed: no mistakes." : `Reviewed: ${mistakes} ${mistakes === 1 ? "turn is" : "turns are"} marked.`),
  summary: (side, { percent, kind, lost }, counts) => {
    const who = you(side) ? "You" : "Opponent";
    if (percent === null) return [who, "–", "no choice"];
    const about = kind === "proven" ? "" : "~";
    const listed = [["blunder", counts["??"]], ["mistake", counts["?"]], ["inaccuracy", counts["?!"]]]
      .filter(([, count]) => count > 0)
      .map(([what, count]) => `${count} ${count === 1 ? what : what === "inaccuracy" ? "inaccuracies" : `${what}s`}`);
    const errors = listed.length ? listed.join(", ") : "no mistakes";
    return [who, `${about}${Math.round(percent)} %`, `${errors}; ${about}${countStones(lost)} given away in total`];
  },
  chooseTurn: "Choose a turn to see what it gave away.",
  turnNote: ({ number, side, turn, shown, best, forced }) => {
    const played = `${number}. ${you(side) ? "You" : "Opponent"} ${names(turn)}: ${shown.before} → ${shown.after}`;
    if (!shown.lost) return `${played}, ${forced ? "the only turn" : "nothing lost"}.`;
    const instead = best.length ? `; better: ${names(best)}` : "";
    return `${played}. ${words.lostShort(shown.lost, shown.mark)}${instead}.`;
  },
  graphValue: (turn, value, lost) => `${turn ? `After turn ${turn}` : "At the start"}: ${value}${lost ? `, ${lost}` : ""}`,
  axis: (number) => signed(number),
  better: (pits) => `Better: ${names(pits)}.`,
  tryBetter: (side, pits, lost) => `${you(side) ? "You" : "The opponent"} played ${names(pits)} and lost ${lost}. Find a better turn: tap ${you(side) ? "your" : "their"} pits.`,
  tryAgain: "Try again.",
  tryOn: (pits) => `${names(pits)}: right so far. Go on, the turn is not over.`,
  judging: "Checking …",
  right: (pits) => `${names(pits)}: right, nothing lost!`,
  wrong: (pits, lost) => `${names(pits)} loses ${lost}. Try again.`,
  nextMistake: "Next mistake",
  lastMistake: "Done",

  // ---- playing
  ownPlayer: "Any other, as text",
  players: {
    human: ["A friend, on this device", "You take turns at one device."],
    engine: ["Computer", "Looks ahead; lower levels see less and make mistakes."],
    random: ["Random", "Plays any pit."],
    leftmost: ["Leftmost", "Plays the leftmost pit that holds stones."],
    greedy: ["Greedy", "Plays the move that scores the most."],
    turn: ["Best single turn", "Plays the turn that scores the most, and thinks no further."],
    montecarlo: ["Monte Carlo", "Plays the move that wins most random games."],
    minimax: ["Minimax", "Looks a few moves ahead."],
    uct: ["UCT", "Grows a tree of random games."],
    net: ["Net", "Plays what a small neural net likes best, without looking ahead."],
    puct: ["Net with a tree", "Grows a tree where a small neural net points."],
    perfect: ["Perfect", "Plays proven best moves; it may think for a long time."],
    own: ["", "A text such as uct:playouts=20000 or engine:level=7,time=2; sowfish players lists them."],
  },
  opponent: (spec) => {
    const level = spec.match(/^engine:level=(\d+)$/);
    if (level) return `Computer (level ${level[1]})`;
    return words.players[spec]?.[0] ?? spec;
  },
  opponentKinds: { engine: "Computer", human: "A friend", other: "Other" },
  levels: ["", "Just learned the rules", "Beginner", "Casual", "Improving", "Fair", "Good", "Strong", "Very strong", "Expert", "Strongest"],
  levelName: (level) => `${level}: ${words.levels[level]}`,
  aboutOpponent: (spec) => words.players[spec]?.[1] ?? "",
  clockName: (clock) => {
    const known = { "": "None", own: "Your own" };
    if (clock in known) return known[clock];
    const { game, increment, move } = Object.fromEntries(clock.split(",").map((part) => part.split("=")));
    return move ? `${move} seconds a move` : `${game / 60} ${game === "60" ? "minute" : "minutes"} and ${increment} s a move`;
  },
  startName: (start) => {
    const known = { mirrored: "Random, same on both sides", reflected: "Random, facing pits equal", free: "Random, sides different", here: "The board as it is now" };
    return known[start] ?? `${start.split("-")[1]} stones in each pit`;
  },
  seat: (side, seats) => (you(side) ? "You" : seats.north === "human" ? "Opponent" : words.opponent(seats.north)),
  clock: (seconds) => {
    if (seconds < 10) return seconds.toFixed(1);
    const whole = Math.ceil(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  },
  began: (player) => `New game: ${words.opponent(player)}.`,
  // doing: thinking, moving (during the animation) or waiting
  playStatus: (side, seats, doing) => {
    const other = words.opponent(seats[side]);
    if (seats[side] !== "human") return { thinking: `${other} is thinking …`, moving: `${other} is moving; tap to skip`, waiting: `${other} is to move` }[doing];
    return you(side) ? "Your move" : "Opponent's move";
  },
  wait: "It is not your turn yet.",
  lookingBack: "You are looking at an earlier position.",
  noEditing: "The board cannot be changed during a game: resign it or start a new one.",
  trouble: (seconds) => `The engine does not answer. Asking again in ${seconds} s; nothing is lost.`,
  theyPlayed: (pit, brief) => `Opponent played pit ${name(pit)}: ${brief}.`,
  hint: (turn, verdict) => `Hint: ${names(turn)}. ${verdict}`,
  tookBack: "Taken back.",
  resignSure: "Confirm resign",
  // swept: leftover stones their owner got at the end of the game, as { side, stones }
  result: ({ winner, reason }, score, swept) => {
    if (winner === null) return `A tie, ${score.south} to ${score.north}.`;
    if (reason === "time") return you(winner) ? "Opponent is out of time. You win." : "You are out of time. Opponent wins.";
    if (reason === "resigned") return you(winner) ? "Opponent resigned. You win." : "You resigned. Opponent wins.";
    return `${words.won(winner, score)}${swept ? words.leftoverNote(swept.side, swept.stones) : ""}.`;
  },
  // ---- tutorial
  slides: {
    kalah: [
      "Tap one of your pits: its stones are sown one by one round the board, into your store but not the opponent's.",
      "Does the last stone land in your store? You go again.",
      "Does it land in an empty pit of yours? You capture it and all stones opposite.",
      "When one side is empty the game ends. Stones left over go to their owner; whoever has more stones wins.",
    ],
    avalanche: [
      "Tap one of your pits: its stones are sown one by one round the board, into your store but not the opponent's.",
      "Does the last stone land in a pit with stones? They are all picked up and sown on: an avalanche.",
      "Does it land in your store? You go again. In an empty pit, your turn is over.",
      "When one side is empty the game ends; whoever has more stones in store wins.",
    ],
  },
  slideOf: (number, of) => `${number} of ${of}`,
  // ---- stone by stone
  traceTitle: (pits) => `${words.traceMoves(pits)} · Sowfish`,
  traceMoves: (pits) => (pits.length ? `Stone by stone: ${names(pits)}` : "Stone by stone"),
  traceAt: (number, of) => `${number} of ${of}`,
  traceStart: "The position",
  traceHint: "Tap a ringed pit to see that move from here.",
  cellName: (mover, { side, pit }) => {
    const whose = you(side) ? "your" : "their";
    return pit === null ? `${whose} store` : `${whose} pit ${name(pit)}`;
  },
  event: ({ kind, mover, side, pit, stones: number, captured, swept }) => {
    const who = you(mover) ? "You" : "They";
    if (kind === "pass") return `${who} have nothing to sow and pass`;
    const cell = words.cellName(mover, { side, pit });
    if (kind === "pick-up") return `${who} pick up ${number} from ${cell}`;
    const more = (captured ? `, capture ${captured}` : "") + (swept ? `; ${swept} left over to their owner` : "");
    return `${who} drop one in ${cell}${more}`;
  },
  hand: (number) => `${countStones(number)} in hand`,
  traceState: ({ to_move, hand, isUnderWay, isOver, south_store, north_store }) => {
    if (isUnderWay) return words.hand(hand);
    if (isOver) return `The game is over, ${south_store} to ${north_store}`;
    return you(to_move) ? "Your turn" : "Opponent's turn";
  },
  play: "Play",
  pause: "Pause",
  // Text of a trace file, which names sides and pits like the model checker's queries.
  checker: {
    storeOf: (side) => side,
    pitName: (pit) => pit,
    cell: (side, pit, stones) => `${words.cellName(null, { side, pit })}: ${countStones(stones)}`,
    cellName: (_mover, { side, pit }) => `${side}'s ${pit === null ? "store" : `pit ${pit}`}`,
    traceStart: "The start",
    event: ({ kind, mover, side, pit, stones: number, captured, swept }) => {
      if (kind === "pass") return `${mover} passes`;
      const cell = words.cellName(mover, { side, pit });
      if (kind === "pick-up") return `${mover} picks up ${number} from ${cell}`;
      const more = (captured ? `, captures ${captured}` : "") + (swept ? `, sweeps ${swept}` : "");
      return `${mover} drops one in ${cell}${more}`;
    },
    traceState: ({ to_move, hand, isUnderWay, isOver, south_store, north_store }) => {
      if (isUnderWay) return words.hand(hand);
      return isOver ? `The game is over: south ${south_store}, north ${north_store}` : `${to_move} to move`;
    },
  },

  /** What the page says instead of an engine's own error. @param {any} told */
  refused: (told) => refusalOf(told, words.opponent),
  lessMemory: (megabytes) => `This device gives the engine only ${megabytes} MB: hard positions take longer.`,
  badLink: "This link is incomplete.",
};
