// A game as a tree of positions: moves, variations, and corrected boards.
//
// A node: { parent, children, board, pit, mover, outcome, brief, comment }; the first child is the main line. A `pit`
// of null means that the board was set, not played: at the root, and after a correction. No rules here: boards come
// from the engine.

import { wordPosition } from "../words/wording.js";

export class Tree {
  constructor(board, comment = "") {
    /** @type {TreeNode} */
    this.root = made(null, board, { comment });
  }

  // Adds the node of a move, or returns the existing one.
  played(parent, move, board, comment = "") {
    const known = parent.children.find((child) => child.pit === move.pit);
    if (known) return known;
    const { pit, mover, outcome, brief } = move;
    return this.#attach(made(parent, board, { pit, mover, outcome, brief, comment }));
  }

  // Adds a board that was set by hand.
  corrected(parent, board) {
    const known = parent.children.find((child) => child.pit === null && child.board.position === board.position);
    return known ?? this.#attach(made(parent, board));
  }

  #attach(node) {
    node.parent.children.push(node);
    return node;
  }

  // All nodes from the root to this one.
  path(node) {
    /** @type {TreeNode[]} */
    const nodes = [];
    for (let at = node; at; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  // The path to a node, continued along the main line.
  line(node) {
    const nodes = this.path(node);
    for (let at = node; at.children.length; at = at.children[0]) nodes.push(at.children[0]);
    return nodes;
  }

  isMain(node) {
    return this.path(node).every((at) => !at.parent || at.parent.children[0] === at);
  }

  // Makes the line through a node the main one.
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.splice(children.indexOf(at), 1);
      children.unshift(at);
    }
  }

  // Removes a node and its subtree; returns the node to show next.
  remove(node) {
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    return node.parent;
  }

  // Merges the missing nodes of a stored tree of the same game; returns whether there were any.
  absorb(stored) {
    if (!stored || stored.board.position !== this.root.board.position) return false;
    return absorbed(this.root, stored);
  }

  // Finds the last node of parts from a URL; null if they are not in this game.
  find(parts, moves = Infinity) {
    let at = /** @type {any} */ (this.root);
    for (const [number, { position, pits }] of parts.entries()) {
      if (number > 0) at = moves-- > 0 && at ? at.children.find((child) => child.pit === null && child.board.url === position) : at;
      else if (at.board.url !== position) return null;
      for (const pit of pits) at = moves-- > 0 && at ? at.children.find((child) => child.pit === pit) : at;
      if (!at) return null;
    }
    return at;
  }

  toJSON() {
    return packed(this.root);
  }

  static from(stored) {
    const tree = new Tree(null);
    tree.root = unpacked(null, stored);
    return tree;
  }
}

// A line split where a board was set: [{ position, pits }, ...], positions in URL form.
export function partsOf(line) {
  /** @type {any[]} */
  const parts = [];
  for (const { pit, board } of line) {
    if (pit === null) parts.push({ position: board.url, pits: [] });
    else parts.at(-1).pits.push(pit);
  }
  return parts;
}

// The part of a line in which a node is: the node it starts from, and the moves since.
export function partAround(line, node) {
  const at = line.indexOf(node);
  let first = at;
  while (line[first].pit !== null) first--;
  const next = line.findIndex((other, number) => number > first && other.pit === null);
  return { start: line[first], moves: line.slice(first + 1, next < 0 ? undefined : next) };
}

export function beginsTurn({ pit, mover, parent }) {
  return pit !== null && (parent.pit === null || parent.outcome !== "free_move" || parent.mover !== mover);
}

// The nodes of a line grouped by turn; a corrected board forms its own group.
export function turnsOf(line) {
  /** @type {TreeNode[][]} */
  const turns = [];
  for (const node of line) {
    if (node.pit === null || beginsTurn(node) || turns.length === 0) turns.push([node]);
    else turns[turns.length - 1].push(node);
  }
  return turns;
}

/** @returns {TreeNode} */
function made(parent, board, { pit = null, mover = null, outcome = null, brief = "", comment = "" } = /** @type {any} */ ({})) {
  return { parent, children: [], board, pit, mover, outcome, brief, comment };
}

function packed({ board, children, pit, mover, outcome, brief, comment }) {
  const { standing, ...counts } = board;
  return { board: counts, pit, mover, outcome, brief, comment, children: children.map(packed) };
}

function absorbed(node, stored) {
  let isNew = false;
  for (const other of stored.children) {
    const known = node.children.find((child) => child.pit === other.pit && child.board.position === other.board.position);
    if (known) isNew = absorbed(known, other) || isNew;
    else isNew = node.children.push(unpacked(node, other)) > 0;
  }
  return isNew;
}

/** @returns {TreeNode} */
function unpacked(parent, { children, board, ...rest }) {
  const node = /** @type {TreeNode} */ (/** @type {any} */ ({ ...rest, parent, board: wordPosition(board), children: [] }));
  node.children = children.map((child) => unpacked(node, child));
  return node;
}
