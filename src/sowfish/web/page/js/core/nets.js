// Trained nets, loaded when a player first needs one. src/sowfish/nets/format.py describes the file format.

import { invalidPlayer, Refused } from "./refusals.js";
import { labelOf, nameOf } from "./rules.js";

const HEAD = 24; // bytes
const MAGIC = "sow net\0";

export class Nets {
  #core;
  #names;
  #load;
  #known = /** @type {Map<string, Promise<number>>} */ (new Map());

  /**
   * @param {import("./core.js").Core} core
   * @param {string[]} names of the available nets, such as kalah-6
   * @param {(name: string) => Promise<ArrayBuffer>} load fetches the file of one
   */
  constructor(core, names, load) {
    this.#core = core;
    this.#names = names;
    this.#load = load;
  }

  has(rules) { return this.#names.includes(fileOf(rules)); }

  /** The core's handle of the net for these rules. */
  async of(rules) {
    if (!this.has(rules)) {
      const { pits } = rules;
      throw invalidPlayer(`net failed: no net for ${labelOf(rules)} with ${pits} pit${pits === 1 ? "" : "s"} comes with Sowfish; train one and pass its file as net=`);
    }
    const name = fileOf(rules);
    if (!this.#known.has(name)) this.#known.set(name, this.#loaded(name));
    return this.#known.get(name);
  }

  async #loaded(name) {
    try {
      const { layout, weights } = readNet(await this.#load(name));
      const net = this.#core.net(layout, weights);
      if (net < 0) throw new Error("its weights do not fit its layout");
      return net;
    } catch (error) {
      this.#known.delete(name); // retry next time
      throw new Refused("net_missing", `the net ${name} could not be loaded: ${/** @type {any} */ (error).message}`, { net: name });
    }
  }
}

const fileOf = (rules) => `${nameOf(rules)}-${rules.pits}`;

// The layout of a net, { pits, rows, widths }, and its weights: floats, as words.
function readNet(file) {
  const head = new DataView(file, 0, HEAD);
  if (new TextDecoder().decode(file.slice(0, MAGIC.length)) !== MAGIC || head.getUint32(8, true) !== 1) throw new Error("it is no net");
  const [described, weighed] = [head.getUint32(12, true), head.getUint32(16, true)];
  const layout = JSON.parse(new TextDecoder().decode(file.slice(HEAD, HEAD + described)));
  return { layout, weights: new Int32Array(file, HEAD + described, weighed / 4) };
}
