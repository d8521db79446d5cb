// The panel of a game in play: players, clocks, status and actions.

import { find } from "../shared/dom.js";
import { words } from "../words/words.js";

const SIDES = ["south", "north"];
const LOW = 10; // seconds; a clock below this is highlighted

export class MatchPanel {
  #clocks;

  constructor(clocks) {
    this.#clocks = clocks;
  }

  // play: see play-view.js, null during setup; now: the state of the game
  show(play, now) {
    find("setup").hidden = play !== null;
    find("match").hidden = play === null;
    if (play === null) return;
    const isOn = play.result === null;
    for (const side of SIDES) {
      find(`name-${side}`).textContent = words.seat(side, play.seats);
      find(`seat-${side}`).classList.toggle("to-move", isOn && now.head.to_move === side);
    }
    this.showClocks(play);
    const status = this.#status(play, now);
    if (find("play-status").textContent !== status) find("play-status").textContent = status;
    find("try-now").hidden = !isOn || (now.trouble === null && (now.isPersonsTurn || now.isThinking));
    find("to-head").hidden = !isOn || now.isAtHead;
    find("play-actions").hidden = !isOn;
    find("play-over").hidden = isOn;
    find("hint").disabled = !now.isPersonsTurn;
    find("takeback").disabled = !now.canTakeBack;
    find("resign").textContent = now.isSure ? words.resignSure : words.page.resign;
    find("play-review").disabled = !now.canReview;
  }

  #status(play, { head, trouble, isAtHead, doing, swept }) {
    if (play.result) return words.result(play.result, head.score, swept);
    if (trouble !== null) return words.trouble(trouble);
    if (!isAtHead) return words.lookingBack;
    return words.playStatus(head.to_move, play.seats, doing);
  }

  showClocks(play) {
    for (const side of SIDES) {
      const left = play && this.#clocks.left(play, side);
      find(`clock-${side}`).textContent = left === null ? "" : words.clock(left);
      find(`clock-${side}`).classList.toggle("low", left !== null && left < LOW);
    }
  }
}
