// What the server tells as data, with the page's words and signs beside it.

import { lossMark, mark, signed, yourMark } from "./value-text.js";
import { words } from "./words.js";

export function spokenPosition(told) {
  return { ...told, standing: words.standing(told) };
}

export function spokenMoves(told) {
  const pits = told.board.south.length;
  return { ...told, board: spokenPosition(told.board), moves: told.moves.map((move) => spokenMove(move, pits)) };
}

export function spokenMove(move, pits) {
  const row = move.mover === "south" ? move.pit : pits - 1 - move.pit;
  const place = { phone: words.place(row, "phone"), table: words.place(row, "table") };
  return { ...move, place, brief: words.brief(move) };
}

// A whole game: every move has the board after it.
export function spokenGame(told) {
  const pits = told.board.south.length;
  const moves = told.moves.map((move) => ({ ...spokenMove(move, pits), board: spokenPosition(move.board) }));
  return { ...told, board: spokenPosition(told.board), moves };
}

// The events of a search.
export const spokenEvents = {
  threat: (told) => ({ ...told, sentence: words.threat(told.side, told.threat) }),
  progress: (told) => ({ ...told, status: words.status(told.nodes, told.seconds) }),
  analysis: (told) => ({
    ...spokenValue(told),
    status: words.status(told.nodes, told.seconds),
    moves: told.moves.map((move) => ({ ...move, mark: mark(move) })),
    lines: told.lines.map((line) => ({ ...line, mark: mark(line), turns: line.turns.map((turn) => ({ ...turn, who: words.who(turn.side) })) })),
  }),
  best: (told) => ({
    ...spokenValue(told),
    reasons: spokenReasons(told.reasons),
    taps: told.taps.map((tap) => ({ ...spokenMove(tap, tap.board.south.length), board: spokenPosition(tap.board) })),
  }),
  reasons: (told) => ({ ...told, reasons: spokenReasons(told.reasons) }),
  review: (told) => ({ ...told, graph: told.graph.map((value) => ({ ...value, mark: mark(value) })), turns: told.turns.map(spokenTurn) }),
  error: (told) => ({ ...told, error: words.refused(told) }),
};

function spokenValue(told) {
  return { ...told, verdict: words.verdict(told), balanceMark: signed(told.balance) };
}

// A reviewed turn: `shown` are its numbers as they are read, values as you see them.
function spokenTurn(turn) {
  const shown = {
    before: yourMark(turn.before, turn.side),
    after: yourMark(turn.after, turn.side),
    lost: lossMark(turn.lost),
    mark: turn.mark && !turn.mark_proven ? `~${turn.mark}` : turn.mark,
  };
  return { ...turn, shown };
}

function spokenReasons(reasons) {
  return reasons.map((reason) => words.reasons[reason.kind](reason));
}
