// The data of the engine interface (see analysis/engine.js) and of the page, for the type checker only; nothing loads it.

type Side = "south" | "north";
type Kind = "proven" | "bound" | "estimate";

/** A margin for the side to move; low and high only where bounds are what is known. */
interface Value { kind: string; value: number; low?: number; high?: number; line?: number[][] }

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
interface Known { value: Value; moves: Map<number, any>; turn: { pits: number[]; isProven: boolean } | null }

/** Something that can be ended. */
interface Stoppable { stop(): void }

/** A reviewed turn. */
interface ReviewedTurn {
  side: Side; turn: number[]; best: number[]; lost: Value; mark: string; is_whole: boolean;
  shown: { before: string; after: string; lost: string; mark: string };
}

/** A step of a move: one pick-up or drop, with the new counts of all cells that changed. */
interface Step { kind: "pick-up" | "drop" | "pass"; side: Side; pit: number | null; stones: number; cells: [Side, number | null, number][] }

/** A position as it can be asked about: a text, its address form, or counts. */
type AskedPosition = string | {
  south: (number | null)[]; north: (number | null)[]; south_store: number | null; north_store: number | null; to_move: string; rules?: string;
};

type PlayedMove = Tap & { steps: Step[] };
type GameMove = Tap & { board: BoardState };

/** What is asked about a whole game: the text of a file, or a position and moves. */
type AskedGame = { text: string } | { position: string; pits: number[]; metadata?: Record<string, string>; comments?: Record<number, string> };

interface ToldGame { board: BoardState; moves: GameMove[]; text: string; metadata: Record<string, string>; comments: Record<number, string> }

interface FoundTurn extends Value { rules: string; position: string; turn: number[] }

interface BestOfBoth { position: string; turn: number[] | null; results: (FoundTurn & { cost: Value })[] }

/** Everything the page asks, in data only; analysis/engine.js answers it. */
interface Engine {
  limits(): Promise<{ seconds: number }>;
  rules(): Promise<any[]>;
  players(): Promise<{ name: string }[]>;
  starts(): Promise<any[]>;
  deals(): Promise<any>;
  position(asked: AskedPosition, rules?: string): Promise<BoardState>;
  moves(position: string, pits: number[]): Promise<{ board: BoardState; moves: PlayedMove[] }>;
  analyse(position: string, seconds: number, listeners: Record<string, (told: any) => void>): Stoppable & { ended: Promise<void> };
  best(position: string, seconds: number): Promise<FoundTurn>;
  both(position: string, seconds: number, how: { signal: AbortSignal }): Promise<BestOfBoth>;
  game(asked: AskedGame): Promise<ToldGame>;
  replay(text: string, player: number, rules: string): Promise<ToldGame>;
  deal(asked: { rules: string; stones: number; deal: string; seed: number }): Promise<BoardState>;
  review(game: { position: string; pits: number[] }, seconds: number, how: { signal: AbortSignal; stage?: (told: any) => void }): Promise<any>;
  turn(asked: any, how: { signal: AbortSignal; move: (told: { pit: number; seconds: number }) => void }): Promise<any>;
  trace(position: string, pits: number[]): Promise<any>;
  taps(position: string, pits: number[]): Tap[];
}

/** What views may ask of the page around them. */
interface Page {
  say(text: string): void;
  notice(text: string): void;
  fail(error: unknown): boolean;
  trouble(seconds: number | null): void;
  leaveBoard(): void;
  showEntry(isShown: boolean): void;
  welcome(): void;
  badLink(): void;
  play(): void;
  review(): void;
  newGame(): void;
  redraw(): void;
  stay(): void;
  canEdit(): boolean;
  askPlayer(): Promise<number | null>;
  firstBoard(): AskedPosition;
  leftovers(profile: string): string;
}
