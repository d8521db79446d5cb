// Answers in the shapes that the API declares (src/sowfish/content).

import { SIDES } from "../core/notation.js";
import { labelOf, rulesText } from "../core/rules.js";

const LONGEST_LINE = 12; // turns of a line reported during a search
const LINES = 3; // lines of best play reported during a search

/** Seconds to the millisecond. */
export const seconds = (spent) => Math.round(spent * 1000) / 1000;

export function boardOf(position) {
  const { final } = position;
  return {
    rules: rulesText(position.rules), position: position.text, url: position.url, profile: labelOf(position.rules),
    south: position.pits("south"), south_store: position.store("south"),
    north: position.pits("north"), north_store: position.store("north"),
    to_move: position.toMove, legal: position.legal, total: position.total, rest: position.rest,
    is_over: position.isOver, must_pass: position.mustPass, outcome: position.outcome,
    technical_winner: position.technicalWinner,
    score: { south: final.store("south"), north: final.store("north") },
  };
}

/** A move: with its steps if the position before is given, with a board if one is given. */
export function moveOf(move, { before = null, board = null } = /** @type {any} */ ({})) {
  return {
    pit: move.pit, mover: move.mover, sown: move.events[0].stones, after: move.after.text, laps: move.laps,
    captured: move.captured, banked: move.banked, swept: move.swept, outcome: move.outcome,
    ...(before && { steps: stepsOf(before, move) }),
    ...(board && { board: boardOf(board) }),
  };
}

const cellsOf = (position) => SIDES.flatMap((side) => [
  ...position.pits(side).map((count, pit) => [side, pit, count]), [side, null, position.store(side)],
]);

function stepsOf(before, move) {
  let counts = cellsOf(before);
  return move.events.map((event, number) => {
    const isHere = ([side, pit]) => side === event.cell[0] && pit === event.cell[1];
    const sown = (count) => (event.kind === "pick-up" ? 0 : count + event.stones);
    // Captures and sweeps belong to the last stone.
    const changed = number === move.events.length - 1
      ? cellsOf(move.after)
      : counts.map((cell) => (isHere(cell) ? [cell[0], cell[1], sown(cell[2])] : cell));
    const cells = changed.filter((cell, place) => cell[2] !== counts[place][2]);
    counts = changed;
    const { kind, stones, captured, swept } = event;
    return { kind, side: event.cell[0], pit: event.cell[1], stones, captured, swept, cells };
  });
}

/** A value; its bounds only if they are all that is known. */
export function valueOf({ value, kind, low, high }) {
  return kind === "bound" ? { value, kind, low, high } : { value, kind };
}

export const moveValueOf = (move) => ({ ...valueOf(move), pit: move.pit });

const searchOf = (known, position, nodes, spent) => ({
  ...valueOf(known), rules: rulesText(position.rules), position: position.text, nodes, seconds: seconds(spent),
});

// What a stream adds to a value.
const seen = (known, position) => ({
  mover: position.toMove, balance: position.toMove === "south" ? known.value : -known.value || 0, total: position.total,
});

export function adviceOf(advice) {
  return {
    ...searchOf(advice, advice.position, advice.nodes, advice.seconds),
    turn: advice.turn, after: advice.after.text, banked: advice.banked,
  };
}

export const bestOf = (advice, others) => ({ ...adviceOf(advice), alternatives: others.map(moveValueOf) });

export const threatOf = (threat) => threat && { turn: threat.turn, banked: threat.banked };

export function analysisEventOf(position, known, ranked, { nodes, spent, isFinal }) {
  return {
    ...searchOf(known, position, nodes, spent), ...seen(known, position),
    moves: ranked.map(moveValueOf),
    lines: ranked.slice(0, LINES).filter((move) => move.kind !== "proven" || reaches(position, move)).map((move) => lineOf(position, move)),
    is_final: isFinal,
  };
}

export function choiceOf(advice, reasons, isFinal) {
  const taps = advice.moves.map((move) => moveOf(move, { board: move.after }));
  return { ...adviceOf(advice), ...seen(advice, advice.position), taps, reasons, is_final: isFinal };
}

const played = (position, turn) => turn.reduce((at, pit) => at.after(pit), turn.length ? position : position.passed());

// Whether the line of a move ends with the value it is proven to have.
function reaches(position, move) {
  const mover = position.toMove;
  const end = move.line.reduce(played, position);
  return end.isOver && (end.toMove === mover ? end.margin : -end.margin) === move.value;
}

function lineOf(position, move) {
  const turns = move.line.slice(0, LONGEST_LINE).map((pits) => {
    const turn = { side: position.toMove, pits };
    position = played(position, pits);
    return turn;
  });
  return { ...valueOf(move), turns, is_whole: move.line.length <= LONGEST_LINE };
}
