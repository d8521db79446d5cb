// Adds the page's words and signs to the engine's data. Values are from your point of view: positive is good for you,
// whoever moves.

import { displayed, lossMark, mark, tone, yourMark, yours } from "./value-text.js";
import { EngineError } from "../core/errors.js";
import { words } from "./words.js";

export function wordPosition(told) {
  return { ...told, standing: words.standing(told) };
}

export function wordMoves(told) {
  return { ...told, board: wordPosition(told.board), moves: told.moves.map(wordMove) };
}

export function wordMove(move) {
  return { ...move, brief: words.brief(move) };
}

// A whole game: every move has the board after it.
export function wordGame(told) {
  const moves = told.moves.map((move) => ({ ...wordMove(move), board: wordPosition(move.board) }));
  return { ...told, board: wordPosition(told.board), moves };
}

/** The mover's value for display: { ...value, mark, tone, verdict } */
export function wordValue(value, mover) {
  const seen = displayed(yours(value, mover));
  return { ...seen, mark: mark(seen), tone: tone(seen), verdict: words.verdict(seen) };
}

// The events of a search.
export const wordEvents = {
  threat: (told) => ({ ...told, sentence: words.threat(told.side, told.threat) }),
  analysis: (told) => ({
    ...told,
    status: told.is_final && !told.nodes ? words.knownBefore : words.status(told.nodes, told.seconds),
  }),
  best: (told) => ({
    ...told,
    reasons: wordReasons(told.reasons),
    taps: told.taps.map((tap) => ({ ...wordMove(tap), board: wordPosition(tap.board) })),
  }),
  reasons: (told) => ({ ...told, reasons: wordReasons(told.reasons) }),
  review: (told) => ({ ...told, turns: told.turns.map(wordTurn) }),
  error: (told) => ({ ...told, error: words.refused(told) }),
};

// A reviewed turn: `shown` has its display texts, with values from your point of view.
function wordTurn(turn) {
  const shown = {
    before: yourMark(turn.before, turn.side),
    after: yourMark(turn.after, turn.side),
    lost: lossMark(turn.lost),
    mark: turn.mark && !turn.mark_proven ? `~${turn.mark}` : turn.mark,
  };
  return { ...turn, shown };
}

function wordReasons(reasons) {
  return reasons.map((reason) => words.reasons[reason.kind](reason));
}

/** The sentence for an engine's error; null for any other error. */
export function sentenceOf(error) {
  if (typeof error === "string") return error;
  return error instanceof EngineError ? words.refused(error.refusal) : null;
}
