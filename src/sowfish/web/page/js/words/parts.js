// Parts of sentences. Text numbers pits from 1, code from 0.

export const countStones = (number) => `${number} ${number === 1 ? "stone" : "stones"}`;
export const countMoves = (number) => `${number} ${number === 1 ? "move" : "moves"}`;
export const you = (side) => side === "south";
export const name = (pit) => pit + 1;
export const names = (pits) => pits.map(name).join(" ");
