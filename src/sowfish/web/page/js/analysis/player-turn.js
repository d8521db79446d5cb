// A player's turn in a game, move by move.

import { askedPosition } from "../core/position.js";
import { Refused } from "../core/refusals.js";
import { seconds } from "../game/content.js";
import { Game } from "../game/game.js";
import { Clock } from "./clock.js";
import { opponent } from "./opponents.js";
import { rulesText } from "../core/rules.js";

const MOST_SECONDS = 60; // for a move, and for the turn
const USUAL_SECONDS = 10; // for a move

const now = () => performance.now() / 1000;

/** @typedef {{ position: any, pits?: number[], player: string, seconds?: number, clock?: any, seed?: number }} AskedTurn */
/** @typedef {{ kinds: any[], nets?: any, pool?: any, memory: number, signal: AbortSignal, report: (move: { pit: number, seconds: number }) => void }} TurnParts */

/** The game that a request continues; refuses one that is over. */
export function gameToContinue(core, /** @type {AskedTurn} */ { position, pits = [] }) {
  const game = new Game(askedPosition(core, position));
  game.playAll(pits);
  if (!game.position.isOver) return game;
  throw new Refused("game_over", `there is nothing to play: the game is over in ${game.position.text}`, { position: game.position.text });
}

/**
 * Plays the turn and reports each move.
 * @param {import("../core/core.js").Core} core
 * @param {AskedTurn} asked
 * @param {TurnParts} parts
 */
export async function playedTurn(core, asked, { kinds, nets, pool, memory, signal, report }) {
  const game = gameToContinue(core, asked);
  const { position: start, moves } = game;
  const side = start.toMove;
  const { player, name } = opponent(asked.player, kinds, { seconds: MOST_SECONDS, memory, threads: 1 });
  let clock = clockOf(asked);
  // Players are created per turn and must not repeat their random numbers.
  await player.newGame(core, side, Number(core.chance(`${asked.seed ?? 0} ${moves.length}`).big(32)), { rules: start.rules, nets, pool });
  const [pits, spent] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  const started = now();
  while (!game.position.isOver && game.position.toMove === side) {
    const limit = Math.min(clock.limit ?? MOST_SECONDS, MOST_SECONDS);
    const began = now();
    const pit = await player.choose(game.position, clock.atMost(limit), signal);
    if (signal?.aborted) break;
    const took = now() - began;
    game.play(pit);
    pits.push(pit);
    spent.push(seconds(took));
    const isLate = clock.limit !== null && took > clock.limit;
    clock = clock.after(took);
    report({ pit, seconds: seconds(took) });
    if (!game.isMidTurn || isLate || now() - started > MOST_SECONDS) break;
  }
  player.close();
  return {
    rules: rulesText(game.start.rules), position: start.text, player: name, side, turn: pits, seconds: spent,
    is_whole: !game.isMidTurn, after: game.position.text,
  };
}

// The clock of a request, or the seconds for a move.
function clockOf(/** @type {AskedTurn} */ { clock, seconds: usual = USUAL_SECONDS }) {
  const times = new Clock(clock ?? {});
  return times.limit === null ? new Clock({ move: usual }) : times;
}
