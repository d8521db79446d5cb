// What the page says when something was refused. An engine's own sentence is for programs, counts pits from 0 and calls the
// sides south and north, so the page never shows it: each code and reason has a sentence here.

import { countStones, name, you } from "./parts.js";

const EXAMPLE = "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0";
const capitalized = (text) => text[0].toUpperCase() + text.slice(1);
const cellOf = (side, pit) => `${you(side) ? "Your" : "The opponent's"} ${pit === null ? "store" : `pit ${name(pit)}`}`;

const positions = {
  sides: () => `This is not a position. Write your pits and store, a slash, then the opponent's: ${EXAMPLE}`,
  url: () => "This link is incomplete.",
  word: ({ word }) => `“${word}” is not a number of stones. A position looks like ${EXAMPLE}`,
  numbers: ({ side, numbers, maximum }) => {
    const what = numbers === 0 ? "no numbers" : numbers === 1 ? "only one number" : `${numbers} numbers`;
    return `${you(side) ? "Your" : "The opponent's"} side has ${what}. Each side needs 1 to ${maximum} pits and then its store.`;
  },
  unequal: ({ south, north }) => `You have ${countPits(south)} and the opponent has ${north}, not counting the stores. Both sides need the same number.`,
  stones: ({ stones, maximum }) => `The board has ${countStones(stones)}, stores included; it can have ${maximum} at most.`,
  too_long: () => "This text is too long for a position.",
  pits: ({ said, pits }) => `The rules of this position are for ${countPits(said)} on each side, but it has ${pits}.`,
  damaged: () => "This replay is incomplete or damaged. Copy all of it and paste it again.",
  replay_too_long: () => "This replay is too long.",
  no_replay: () => "This message contains no replay.",
  mode: () => "This replay is of another game, not Capture or Avalanche.",
  board: ({ board, minimum, maximum }) => `Board ${board} of the replay must have ${minimum} to ${maximum} stones.`,
};

const games = {
  no_game: () => "This is not a game file of Sowfish.",
  damaged: () => "This game file is incomplete or damaged.",
  too_long: () => "This game file is too long.",
  version: () => "This game file is of another version of Sowfish.",
  rules: () => "The rules in this game file do not exist or do not fit its first position.",
  start: () => "The first position of this game file is missing or wrong.",
  result: () => "The result in this game file is not that of its moves.",
  board: ({ board }) => `The moves of this replay do not lead to its board ${board}. It may be incomplete, or of another game.`,
};

// Why a move is illegal; `side` is to move.
const moves = {
  empty: ({ side, pit }) => `${cellOf(side, pit)} is empty.`,
  no_such_pit: ({ pit, pits }) => (pit === null ? `Pits are 1 to ${pits}.` : `There is no pit ${name(pit)}; pits are 1 to ${pits}.`),
  game_over: () => "The game is over by then.",
  turn_over: () => "It goes on although the turn is over.",
  free_move_left: () => "It stops although a free move is left.",
  wrong_side: ({ side }) => (you(side) ? "It should be your turn." : "It should be the opponent's turn."),
};

const countPits = (number) => `${number} ${number === 1 ? "pit" : "pits"}`;

// `move` or `turn` is the number of the illegal move.
function illegalMove(parameters) {
  const { reason, move, turn } = parameters;
  const sentence = moves[reason]?.(parameters);
  const where = move ? `Move ${move}: ` : turn ? `Turn ${turn}: ` : "";
  return sentence && where ? where + sentence[0].toLowerCase() + sentence.slice(1) : sentence;
}

const badGame = (parameters) => {
  const { reason, line } = parameters;
  if (games[reason]) return games[reason](parameters);
  return illegalMove(parameters) ?? (line ? `Line ${line} of this game file cannot be read.` : games.damaged());
};


const codes = {
  invalid_position: (parameters) => {
    const { reason, side, pit, minimum, maximum } = parameters;
    if (positions[reason]) return positions[reason](parameters);
    if (side !== undefined) return `${cellOf(side, pit)} must hold ${minimum}–${maximum} stones.`;
    return minimum === undefined ? "This is not a position." : `This deal needs ${minimum} to ${maximum} stones.`;
  },
  invalid_rules: ({ rules }) => (rules ? `There are no rules called “${rules}”.` : "There are no such rules."),
  illegal_move: (parameters) => illegalMove(parameters) ?? "This move is illegal.",
  invalid_game: badGame,
  game_over: () => "The game is over.",
  invalid_player: ({ player, ...parameters }, opponent) => {
    const why = illegalMove(parameters);
    return why ? `${opponent(player)} made an illegal move. ${why}` : "There is no such player, or it cannot play here.";
  },
  limit_reached: () => "The search ended without an answer. Try again with more time.",
  net_missing: () => "This opponent's net could not be loaded. Is there a network?",
  engine_missing: () => "The engine could not be loaded. Is there a network?",
  engine_broken: () => "The engine ran out of memory and starts again with less.",
};

/** A sentence for what was refused; `opponent` names a player. @param {any} told */
export function refusalOf({ code, parameters = {} }, opponent) {
  return capitalized(codes[code]?.(parameters, opponent) ?? "This did not work. Reload the page and try again.");
}
