// The position is in the address of the page, so that it can be shared and reloaded.

import { words } from "./words.js";

export function positionIn({ search }) {
  return new URLSearchParams(search).get("position");
}

export function putPosition(url) {
  history.replaceState(null, "", `?position=${url}`);
}

// Shares the address; returns what to tell, if anything.
export async function share() {
  try {
    if (navigator.share) {
      await navigator.share({ title: document.title, url: location.href });
      return "";
    }
    await navigator.clipboard.writeText(location.href);
    return words.copied;
  } catch (error) {
    return error.name === "AbortError" ? "" : words.notCopied;
  }
}
