// Moves event by event, with every board between them, like the model checker's traces.

import { naming } from "./game.js";
import { invalidRequest } from "../core/refusals.js";
import { labelOf, rulesText } from "../core/rules.js";

const MOST_EVENTS = 5000; // several times a whole game on the usual board

/** The trace of these pits, including forced passes. */
export function traceOf(start, pits) {
  const moves = withPasses(start, pits);
  const events = moves.flatMap((move) => move.events);
  if (events.length > MOST_EVENTS) {
    const sentence = `these moves have ${events.length} events; the limit is ${MOST_EVENTS}`;
    throw invalidRequest(sentence, { events: events.length, maximum: MOST_EVENTS });
  }
  const boards = [boardAt(start, null)];
  const legal = [start.legal];
  const counts = [{ events: 0, moves: 0, turns: 0, steals: 0 }];
  let position = start;
  for (const { events: told, after, endsTurn } of moves) {
    told.forEach((event, place) => {
      const isLast = place === told.length - 1;
      boards.push(isLast ? boardAt(after, null) : between(boards[boards.length - 1], event, position));
      legal.push(isLast ? after.legal : []);
      counts.push(countedOn(counts[counts.length - 1], event, { isFirst: place === 0, endsTurn: isLast && endsTurn }));
    });
    position = after;
  }
  return {
    format: "sowfish-trace", version: 1, start: start.text, events: events.map(eventOf), boards,
    rules: rulesText(start.rules), profile: labelOf(start.rules), pits, legal, counts, is_over: position.isOver,
  };
}

function withPasses(position, pits) {
  const moves = /** @type {any[]} */ ([]);
  const pass = () => {
    if (!position.mustPass) return;
    const event = { kind: "pass", mover: position.toMove, cell: null, stones: 0, captured: 0, swept: 0 };
    position = position.passed();
    moves.push({ events: [event], after: position, endsTurn: true });
  };
  pass();
  pits.forEach((pit, place) => {
    const move = naming(place + 1, () => position.move(pit));
    moves.push({ ...move, endsTurn: move.outcome !== "free_move" });
    position = move.after;
    pass();
  });
  return moves;
}

function boardAt(position, last) {
  return {
    south: position.pits("south"), south_store: position.store("south"), north: position.pits("north"), north_store: position.store("north"),
    to_move: position.toMove, hand: 0, ...(last && { last }),
  };
}

// The board after an event that does not end its move.
function between(before, { kind, cell: [side, pit], stones }, position) {
  const board = { ...before, south: [...before.south], north: [...before.north], to_move: position.toMove, last: { side, pit } };
  const isLift = kind === "pick-up";
  if (pit === null) board[`${side}_store`] += stones;
  else board[side][pit] = isLift ? 0 : board[side][pit] + stones;
  board.hand += isLift ? stones : -stones;
  return board;
}

function countedOn(counts, event, { isFirst, endsTurn }) {
  return {
    events: counts.events + 1,
    moves: counts.moves + Number(isFirst && event.kind === "pick-up"),
    turns: counts.turns + Number(endsTurn),
    steals: counts.steals + Number(event.captured > 1),
  };
}

function eventOf({ kind, mover, cell, stones, captured, swept }) {
  if (!cell) return { kind, mover };
  return { kind, mover, side: cell[0], pit: cell[1], stones, ...(captured && { captured }), ...(swept && { swept }) };
}
