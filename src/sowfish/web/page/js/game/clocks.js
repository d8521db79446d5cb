// The clocks of a game: what each side has left, and what the side to move has spent on its move. A move is one pit;
// the increment is added after each. `play` holds all of it, so that it is saved with the game.
//
//   play.clock  { move, game, increment } in seconds, null for unlimited; null without a clock
//   play.left   { south, north } of `game`
//   play.spent  on the current move

const KEEP = 1000; // milliseconds between saves

export class Clocks {
  /** @type {any} */
  #play = /** @type {any} */ (null);
  /** @type {Side | null} */
  #side = /** @type {any} */ (null); // whose clock runs
  #since = 0;
  #kept = 0;
  /** @type {any} */
  #timer = /** @type {any} */ (null);
  #onTick;
  #onOver;
  #onKeep;

  constructor({ onTick, onOver, onKeep }) {
    this.#onTick = onTick;
    this.#onOver = onOver;
    this.#onKeep = onKeep;
  }

  // Starts the clock of a side; only the judge ends a game on time.
  run(play, side, { isJudge }) {
    this.stop();
    if (!play.clock) return;
    this.#play = play;
    this.#side = side;
    this.#since = this.#kept = performance.now();
    this.#timer = setInterval(() => this.#tick(isJudge), 200);
    this.#tick(isJudge);
  }

  // Stops the clock and saves the time spent.
  stop() {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#play.spent = this.#spent;
    this.#timer = null;
    this.#side = null;
  }

  // What a side has left, in seconds; null if unlimited.
  left(play, side) {
    if (!play.clock) return null;
    if (play.result?.reason === "time" && play.result.winner !== side) return 0;
    const spent = side === this.#side ? this.#spent : 0;
    const times = [];
    if (play.clock.move !== null) times.push(play.clock.move - spent);
    if (play.clock.game !== null) times.push(play.left[side] - spent);
    return Math.max(0, Math.min(...times));
  }

  get #spent() {
    return this.#play.spent + (this.#timer === null ? 0 : (performance.now() - this.#since) / 1000);
  }

  #tick(isJudge) {
    this.#onTick();
    if (!isJudge) return;
    if ((this.left(this.#play, this.#side) ?? 1) <= 0) {
      const side = this.#side;
      this.stop();
      this.#onOver(side);
      return;
    }
    if (performance.now() - this.#kept < KEEP) return;
    this.#play.spent = this.#spent;
    this.#since = this.#kept = performance.now();
    this.#onKeep();
  }
}

// Charges a move to a side's clock; returns whether it was in time.
export function charge(play, side, seconds) {
  play.spent = 0;
  const { clock, left } = play;
  if (!clock) return true;
  if (seconds > Math.min(clock.move ?? Infinity, left[side] ?? Infinity)) return false;
  if (clock.game !== null) left[side] += clock.increment - seconds;
  return true;
}
