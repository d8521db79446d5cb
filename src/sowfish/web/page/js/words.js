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
  leftovers:
    "Leftovers to their owner: stones still in pits when the game ends count for the side they lie on. Off, they " +
    "count for nobody; sources disagree on what GamePigeon does.",
  cell: (side, pit, stones) => {
    const whose = side === "south" ? "Your" : "Their";
    const what = pit === null ? "store" : `pit ${pit}`;
    return `${whose} ${what}: ${stones} ${stones === 1 ? "stone" : "stones"}`;
  },
  worth: (mark, kind) => `, worth ${mark.replace("≥", "at least ").replace("≤", "at most ").replace("~", "about ")} (${kind})`,
  tapNext: ", tap this one next",
  total: (stones, expected) => (stones === expected ? `${stones} stones` : `${stones} stones, not ${expected}`),
  keep: (stones) => `${stones} is right`,
  tap: (place) => `Tap the ${place}`,
  theyTap: (place) => `They tap the ${place}`,
  tapOf: (number, of) => `Tap ${number} of ${of}`,
  turnDone: "Done",
  playedOut: "That is the whole turn",
  pass: "Nothing to sow",
  over: "The game is over",
  thinking: "Thinking …",
  firstLook: "First look …",
  waiting: "Waiting for other searches …",
  stopped: "Stopped",
  theLine: "This line",
  theThreat: (side) => (side === "north" ? "If they moved now" : "If you moved now"),
  line: (who, pits) => `${who} ${pits.length ? pits.join(" ") : "pass"}`,
  editing: (side, pit) => `Editing ${side === "south" ? "your" : "their"} ${pit === null ? "store" : `pit ${pit}`}`,
  copied: "Link copied",
  notCopied: "Copy the address of this page to share the position",
  offline: "The server cannot be reached. Is sowfish serve still running?",
  balance: (mark) => `Balance for you: ${mark}`,
};
