// GamePigeon replays, parsed into a game. src/sowfish/model/phone_replay.py describes the format.

import { Game } from "./game.js";
import { MAX_STONES } from "../core/notation.js";
import { Position } from "../core/position.js";
import { Refused, invalidGame, invalidPosition, quoted } from "../core/refusals.js";
import { PROFILES, parseRules, sameRules, withPits } from "../core/rules.js";

const LONGEST_TEXT = 65_536; // characters
const MOST_STEPS = 1_000;
const PITS = 6;
const CELLS = 2 * (PITS + 1);
const MODES = { n: "kalah", h: "kalah", an: "avalanche", ah: "avalanche" };

/** The game of a replay with one player as south; the replay's mode overrides the rules. */
export function replayedGame(core, { text, player, rules }) {
  const replay = readReplay(text);
  let wrong = null;
  for (const candidate of candidates(replay.mode, withPits(parseRules(rules), PITS))) {
    try {
      return played(core, replay, player, candidate);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "invalid_game") throw error;
      wrong ??= error;
    }
  }
  throw wrong;
}

const damaged = (sentence) => invalidPosition(sentence, { reason: "damaged" });

function readReplay(text) {
  if ([...text].length > LONGEST_TEXT) {
    const sentence = `this replay is too long: the limit is ${LONGEST_TEXT} characters`;
    throw invalidPosition(sentence, { reason: "replay_too_long", maximum_length: LONGEST_TEXT });
  }
  const { replay, mode: sent } = messageIn(text.trim());
  let mode = sent;
  const steps = /** @type {any[]} */ ([]);
  let [boards, moves] = [0, 0];
  for (const part of replay.split("|")) {
    const [, kind, rest = ""] = /** @type {any} */ (/^([^:]*)(?::(.*))?$/s.exec(part.trim()));
    if (kind === "board") steps.push({ cells: cellsOf(rest, ++boards) });
    else if (kind === "move") steps.push(moveOf(rest, ++moves));
    else if (kind === "mode") mode = modeOf(rest);
    else throw damaged(`a replay has parts board: and move:, not ${quoted(part)}; it may be cut off`);
    if (steps.length > MOST_STEPS) {
      const sentence = `this replay is too long: the limit is ${MOST_STEPS} boards and moves`;
      throw invalidPosition(sentence, { reason: "replay_too_long", maximum: MOST_STEPS });
    }
  }
  if (!steps[0]?.cells) throw damaged("this replay does not begin with a board; it may be cut off");
  return { mode, start: steps[0].cells, steps: steps.slice(1) };
}

function messageIn(text) {
  if (!text.startsWith("{")) return { replay: text, mode: null };
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    throw damaged("this message is not JSON; it may be cut off");
  }
  if (typeof message.replay !== "string") throw invalidPosition("this message has no replay", { reason: "no_replay" });
  return { replay: message.replay, mode: message.mode === undefined || message.mode === null ? null : modeOf(message.mode) };
}

function modeOf(text) {
  if (typeof text === "string" && Object.hasOwn(MODES, text.trim())) return text.trim();
  throw invalidPosition(`the mode must be one of ${Object.keys(MODES).join(", ")}, not ${quoted(text)}`, { reason: "mode" });
}

function cellsOf(text, number) {
  const cells = text.split("&");
  if (cells.length !== CELLS) throw damaged(`board ${number} has ${cells.length} cells, not ${CELLS}; the replay may be cut off`);
  const counts = cells.map((cell) => stonesIn(cell, number));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total < 1 || total > MAX_STONES) {
    const sentence = `board ${number} must have 1 to ${MAX_STONES} stones, not ${total}`;
    throw invalidPosition(sentence, { reason: "board", board: number, minimum: 1, maximum: MAX_STONES });
  }
  return counts;
}

function stonesIn(cell, number) {
  const stones = cell.trim() ? cell.split(",").map((stone) => stone.trim()) : [];
  for (const stone of stones) {
    if (!/^[0-9]+$/.test(stone)) throw damaged(`board ${number} lists stones as numbers, not as ${quoted(stone)}; it may be cut off`);
  }
  return stones.length;
}

function moveOf(text, number) {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length !== 2 || !parts.every((part) => /^[0-9]$/.test(part))) {
    throw damaged(`move ${number} must be a player and a pit, not ${quoted(text)}; the replay may be cut off`);
  }
  const [player, pit] = parts.map(Number);
  if (player !== 1 && player !== 2) throw damaged(`move ${number} must be of player 1 or 2, not ${player}`);
  return { player, pit };
}

// The rules to try, most likely first.
function candidates(mode, asked) {
  if (mode === null) return [asked];
  const named = PROFILES[MODES[mode]];
  if (!named.relay) return [named];
  const both = [named, PROFILES["avalanche-sweep"]];
  return sameRules(both[1], asked) ? both.reverse() : both;
}

function played(core, { start, steps }, south, rules) {
  const first = steps.find((step) => step.player)?.player ?? south;
  const game = new Game(positionOf(core, start, south, rules, first === south ? "south" : "north"));
  let [boards, moves] = [1, 0];
  for (const step of steps) {
    if (step.player) playStep(game, step, ++moves, south);
    else compare(game.position, positionOf(core, step.cells, south, rules, game.position.toMove), ++boards);
  }
  return game;
}

// A board with one player as south.
function positionOf(core, cells, south, rules, toMove) {
  const sides = [cells.slice(0, PITS + 1), cells.slice(PITS + 1)];
  const [own, other] = south === 1 ? sides : sides.reverse();
  return Position.of(core, { rules, south: own, north: other, to_move: toMove });
}

function playStep(game, { player, pit }, number, south) {
  const side = player === south ? "south" : "north";
  if (game.position.isOver) throw invalidGame(`move ${number} comes after the end of the game`, { move: number, reason: "game_over" });
  if (game.position.toMove !== side) {
    const sentence = `move ${number} is of player ${player}, but it is the other player's turn`;
    throw invalidGame(sentence, { move: number, side: game.position.toMove, reason: "wrong_side" });
  }
  try {
    game.play(pit);
  } catch (error) {
    throw error instanceof Refused ? invalidGame(`move ${number} is illegal: ${error.message}`, { move: number, ...error.parameters }) : error;
  }
}

// Rejects a board that the moves do not lead to; the last one may show leftovers before the sweep.
function compare(reached, told, number) {
  if (told.equals(reached)) return;
  const ends = reached.isOver && reached.rules.rest === "owner" && told.isOver;
  if (!ends || !told.swept.equals(reached)) {
    const sentence = `the moves do not lead to board ${number}; the replay may be cut off or changed`;
    throw invalidGame(sentence, { board: number, reason: "board" });
  }
}
