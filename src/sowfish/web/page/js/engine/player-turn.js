// A player's turn in a game, move by move.

import { seconds } from "./content.js";
import { Clock } from "./clock.js";
import { opponent } from "./opponents.js";
import { rulesText } from "./rules.js";

const now = () => performance.now() / 1000;

/** Plays the turn and reports each move. */
export async function playedTurn(game, asked, { kinds, nets, allowance, clock, signal, tell }) {
  const { position: start, moves } = game;
  const side = start.toMove;
  const { core } = start;
  const { player, name } = opponent(asked.player, kinds, allowance);
  // Players are created per turn and must not repeat their random numbers.
  await player.newGame(core, side, Number(core.chance(`${asked.seed} ${moves.length}`).big(32)), { rules: start.rules, nets });
  const [pits, spent] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  const started = now();
  while (!game.position.isOver && game.position.toMove === side) {
    const limit = Math.min(clock.limit ?? allowance.seconds, allowance.seconds);
    const began = now();
    const pit = await player.choose(game.position, clock.atMost(limit), signal);
    if (signal?.aborted) break;
    const took = now() - began;
    game.play(pit);
    pits.push(pit);
    spent.push(seconds(took));
    const isLate = clock.limit !== null && took > clock.limit;
    clock = clock.after(took);
    tell?.("move", { pit, seconds: seconds(took), saw: player.saw });
    if (!game.isMidTurn || isLate || now() - started > allowance.seconds) break;
  }
  player.close();
  return {
    rules: rulesText(game.start.rules), position: start.text, player: name, side, turn: pits, seconds: spent,
    is_whole: !game.isMidTurn, after: game.position.text,
  };
}

/** The clock that a request gives, or the seconds for a move. */
export function clockOf({ clock }, usual) {
  const times = new Clock(clock ?? {});
  return times.limit === null ? new Clock({ move: usual }) : times;
}
