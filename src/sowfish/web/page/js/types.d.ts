// The data of the engine interface (see shared/engine.js) and of the page, for the type checker only; nothing loads it.

type Side = "south" | "north";
type Kind = "proven" | "bound" | "estimate";

/** A margin for the side to move; low and high only where bounds are what is known. */
interface Value { kind: string; value: number; low?: number; high?: number }

/** A position with all that is needed to draw it and to ask about it. */
interface BoardState {
  position: string; url: string; profile: string; south: number[]; north: number[]; south_store: number; north_store: number;
  to_move: Side; legal: number[]; total: number; is_over: boolean; must_pass: boolean; score: { south: number; north: number }; standing: string;
}

/** What a move did; `brief` are the page's words for it. */
interface Tap { pit: number; mover: Side; outcome: string; brief: string; board?: BoardState; steps?: any[] }

/** A node of a game's tree; `pit` is null where a board was set. */
interface TreeNode {
  parent: any; children: TreeNode[]; board: BoardState; pit: number | null; mover: Side | null; outcome: string | null; brief: string; comment: string;
}

/** What is known of a position. */
interface Known { value: Value; moves: Map<number, Value>; turn: { taps: Tap[]; isProven: boolean } | null }

/** Something that can be ended. */
interface Stoppable { stop(): void }

/** A reviewed turn. */
interface ReviewedTurn {
  side: Side; turn: number[]; best: number[]; lost: Value; mark: string; is_whole: boolean;
  shown: { before: string; after: string; lost: string; mark: string };
}
