// What another app shared with this one, as the manifest's share target puts it into the address: a link to a position, or
// the text of a position, a game or a replay.

const NAMES = ["shared", "shared-url", "shared-title"]; // what says most first
const LINK = /https?:\/\/[^\s"<>]+/;

/**
 * Returns the address to show in place of this one, and the text to open, if that is not all; null if nothing is shared.
 * @returns {{ address: string, text: string } | null}
 */
export function sharedIn({ search }) {
  const asked = new URLSearchParams(search);
  const texts = NAMES.map((name) => asked.get(name)?.trim() ?? "").filter((text) => text !== "");
  if (!texts.length) return null;
  const links = texts.map((text) => LINK.exec(text)?.[0]).filter((link) => link !== undefined);
  const query = links.map(queryOf).find((found) => new URLSearchParams(found).has("position"));
  return query === undefined ? { address: "./", text: texts[0] } : { address: `./${query}`, text: "" };
}

function queryOf(link) {
  return URL.canParse(link) ? new URL(link).search : "";
}
