// Every word the page itself says; the server's sentences come ready to be shown.

export const words = {
  profiles: {
    kalah: "Capture (Kalah)",
    avalanche: "Avalanche",
    "avalanche-sweep": "Avalanche",
    "kalah-empty-capture": "Kalah, empty capture",
    "kalah-lazy": "Kalah, lazy ending",
    events: "Both stores (events)",
  },
  leftovers: {
    owner: "Stones left in pits at the end go to the side they lie on.",
    nobody: "Stones left in pits at the end count for nobody.",
  },
  cell: (side, pit, stones) => {
    const whose = side === "south" ? "Your" : "Their";
    const what = pit === null ? "store" : `pit ${pit}`;
    return `${whose} ${what}: ${stones} ${stones === 1 ? "stone" : "stones"}`;
  },
  worth: (mark, kind) => `, worth ${mark.replace("≥", "at least ").replace("≤", "at most ").replace("~", "about ")} (${kind})`,
  tapNext: ", tap this one next",
  total: (stones) => `${stones} ${stones === 1 ? "stone" : "stones"}`,
  missing: (stones, expected) => {
    const off = Math.abs(expected - stones);
    return `${off} ${stones < expected ? "missing" : "too many"} of ${expected}`;
  },
  keep: (stones) => `${stones} is right`,
  tap: (place) => `Tap the ${place}`,
  theyTap: (place) => `They tap the ${place}`,
  tapOf: (number, of) => `Tap ${number} of ${of}`,
  turnDone: "Turn complete",
  pass: "Nothing to sow: pass",
  over: "The game is over",
  thinking: "Thinking …",
  firstLook: "First look …",
  waiting: "Waiting for other searches …",
  stopped: "Stopped",
  line: (who, pits) => `${who} ${pits.length ? pits.join(" ") : "pass"}`,
  editing: (side, pit) => `Editing ${side === "south" ? "your" : "their"} ${pit === null ? "store" : `pit ${pit}`}`,
  copied: "Link copied",
  notCopied: "Copy the address of this page to share the position",
  offline: "The server cannot be reached. Is sowfish serve still running?",
  balance: (mark) => `Balance for you: ${mark}`,
  threatShown: "Their best turn if they moved now",
  back: "Back to the position",
};
