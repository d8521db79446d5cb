// Content shared by another app, which the manifest's share target puts into the URL: a link to a position, or the text
// of a position, a game or a replay.

const NAMES = ["shared", "shared-url", "shared-title"]; // most specific first
const LINK = /https?:\/\/[^\s"<>]+/;

/**
 * Returns the URL to show instead, and the text to open, if any; null if nothing is shared.
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
