/** Sowing games by WebAssembly. Positions are texts such as "avalanche: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south". */

export type Side = "south" | "north";
export type Kind = "proven" | "bound" | "estimate";

/** A margin in stones for the side to move; low and high only if bounds are what is known. */
export interface Value { value: number; kind: Kind; low?: number; high?: number }

export interface MoveValue extends Value { pit: number }

/** A position as text, in its address form, or as counts. */
export type AskedPosition =
  | string
  | { south: number[]; north: number[]; south_store?: number; north_store?: number; to_move?: Side; rules?: string };

export interface Board {
  rules: string; position: string; url: string; profile: string;
  south: number[]; south_store: number; north: number[]; north_store: number;
  to_move: Side; legal: number[]; total: number; rest: number; is_over: boolean; must_pass: boolean;
  outcome: string | null; technical_winner: Side | null; score: Record<Side, number>;
}

export interface PlayedMove {
  pit: number; mover: Side; sown: number; after: string; laps: number; captured: number; banked: number; swept: number;
  outcome: "free_move" | "turn_end" | "game_over"; board?: Board; steps?: object[];
}

/** What to play: the pits of the whole turn, and what every first move is worth. */
export interface BestTurn extends Value {
  rules: string; position: string; turn: number[]; after: string; banked: number;
  nodes: number; seconds: number; alternatives: MoveValue[];
}

/** News of a search; each is better than the one before, the last has `is_final`. */
export interface Study extends Value {
  rules: string; position: string; mover: Side; balance: number; total: number; moves: MoveValue[]; lines: object[];
  nodes: number; seconds: number; is_final: boolean;
}

export interface Listeners {
  threat?(told: object): void;
  analysis?(told: Study): void;
  best?(told: BestTurn & { taps: PlayedMove[]; reasons: object[]; is_final: boolean }): void;
  reasons?(told: { reasons: object[] }): void;
  waiting?(told: { searches: number }): void;
  memory?(told: { megabytes: number }): void;
  done?(told: object): void;
  error?(told: { code?: string; error: string; parameters?: object; isTemporary: boolean }): void;
}

export interface AskedTurn {
  position: AskedPosition; pits?: number[]; player: string; seconds?: number; seed?: number;
  clock?: { move?: number | null; game?: number | null; increment?: number | null } | null;
}

export interface Options {
  /** Where engine.wasm, data.json and the folder of nets are, if not beside the module; nets load when a player needs one. */
  wasm?: string | URL;
  data?: string | URL;
  nets?: string | URL;
  /** How many searches run at once, and the bytes that all of them may take. */
  device?: { workers: number; memory: number };
}

export class Engine {
  constructor(options?: Options);
  /** Resolves when the engine can answer; rejects if it cannot be loaded. */
  readonly ready: Promise<void>;
  /** Ends all searches and their workers. */
  close(): void;

  limits(): Promise<{ version: string; seconds: number }>;
  rules(): Promise<{ name: string; start: string }[]>;
  players(): Promise<{ name: string; options: object[] }[]>;
  starts(): Promise<object[]>;
  deals(): Promise<object>;
  position(asked: AskedPosition, rules?: string): Promise<Board>;
  moves(position: AskedPosition, pits: number[]): Promise<{ moves: PlayedMove[]; after: string; board: Board }>;
  trace(position: AskedPosition, pits: number[]): Promise<object>;
  game(asked: object): Promise<object>;
  replay(text: string, player: 1 | 2, rules?: string): Promise<object>;
  deal(asked: { rules?: string; stones?: number; deal?: string; seed?: number }): Promise<Board>;

  best(position: AskedPosition, seconds?: number): Promise<BestTurn>;
  both(position: AskedPosition, seconds: number, how: { signal?: AbortSignal }): Promise<object>;
  analyse(position: AskedPosition, seconds: number, listeners: Listeners): { stop(): void; ended: Promise<void> };
  review(
    game: { position: AskedPosition; pits: number[] }, seconds: number,
    how: { signal?: AbortSignal; stage?: (told: object) => void },
  ): Promise<object>;
  turn(
    asked: AskedTurn, how: { signal?: AbortSignal; move?: (told: { pit: number; seconds: number }) => void },
  ): Promise<{ turn: number[] } & Record<string, unknown>>;
}

/** What cannot be answered; `isTemporary` says that the same may be answered later. */
export class EngineError extends Error {
  refusal: { code?: string; error: string; parameters?: object };
  isTemporary: boolean;
}
