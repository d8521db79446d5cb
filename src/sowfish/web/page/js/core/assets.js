// The engine's files: the compiled core and its data. On the pages of Sowfish, importing this starts to load them.

import { EMBEDDED_DATA } from "./embedded-data.js";

const FOLDER = new URL("../../engine/", import.meta.url);

/** The folder of nets. */
export const NETS = new URL("nets/", FOLDER);

/**
 * @param {{ wasm?: string | URL, data?: string | URL }} [places] URLs, if not beside the page
 * @returns {Promise<{ module: WebAssembly.Module, data: any }>}
 */
export async function loadAssets({ wasm = new URL("engine.wasm", FOLDER), data = new URL("data.json", FOLDER) } = {}) {
  const [module, told] = await Promise.all([compiled(wasm), EMBEDDED_DATA ?? fetched(data).then((response) => response.json())]);
  return { module, data: told };
}

let early = globalThis.document?.documentElement.dataset.engine ? loadAssets() : null;
early?.catch(() => { early = null; }); // the next call tries again

/** The files beside the page, which may be on their way already. */
export const pageAssets = () => early ?? loadAssets();

// Compiles while streaming if the host sends the right MIME type; some hosts do not.
async function compiled(place) {
  const response = await fetched(place);
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The file of a net in a folder. */
export async function loadNet(folder, name) {
  return (await fetched(new URL(`${name}.net`, folder))).arrayBuffer();
}

async function fetched(place) {
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place}: ${response.status}`);
  return response;
}
