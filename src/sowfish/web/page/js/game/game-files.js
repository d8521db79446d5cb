// Games from files and moves, replayed and checked, and returned with every board.

import { boardOf, moveOf } from "./content.js";
import { Game, naming } from "./game.js";
import { readGameJson } from "./game-json.js";
import { VERSION, whereIs } from "./game-script.js";
import { readGame, writeGame } from "./game-text.js";
import { Position, askedPosition } from "../core/position.js";
import { Refused, illegalMove, invalidGame, quoted } from "../core/refusals.js";
import { parseRules, sameRules, withPits } from "../core/rules.js";

/** A game given as the text of a file, or as moves with metadata and comments. */
export function askedGame(core, asked) {
  if (asked.text === undefined) return described(core, asked);
  const isJson = asked.text.trimStart().startsWith("{");
  return replayed(core, isJson ? readGameJson(asked.text) : readGame(asked.text.replace(/^\ufeff/, "")));
}

// Plays the moves one by one: a comment belongs to the move just made.
function described(core, { position, pits = [], metadata = {}, comments: told = {} }) {
  const comments = new Map(Object.entries(told).map(([made, words]) => [Number(made), words]));
  const game = new Game(askedPosition(core, position), metadata);
  const late = Math.max(...comments.keys());
  if (late > pits.length) throw invalidGame(`a comment refers to move ${late}, but move ${pits.length} is the last`);
  if (comments.has(0)) game.comment(comments.get(0));
  pits.forEach((pit, place) => {
    naming(place + 1, () => game.play(pit));
    if (comments.has(place + 1)) game.comment(comments.get(place + 1));
  });
  return game;
}

function replayed(core, script) {
  const game = new Game(startOf(core, script), script.metadata);
  const comments = new Map(Object.entries(script.comments).map(([made, words]) => [Number(made), words]));
  const comment = () => {
    const made = game.moves.length;
    if (comments.get(made)) game.comment(comments.get(made));
    comments.delete(made);
  };
  comment();
  playTurns(game, script.turns, comment);
  if (comments.size) throw invalidGame(`a comment refers to move ${Math.min(...comments.keys())}, but move ${game.moves.length} is the last`);
  if (script.result !== null && script.result !== game.result) {
    throw invalidGame(`the file gives the result ${quoted(script.result)}, but it is ${game.result}`, { reason: "result" });
  }
  if (script.score !== null && script.score !== game.score) {
    throw invalidGame(`the file gives the score ${quoted(script.score)}, but it is ${game.score}`, { reason: "result" });
  }
  return game;
}

function startOf(core, script) {
  const within = (name, make) => {
    try {
      return make();
    } catch (error) {
      throw error instanceof Refused ? invalidGame(`${name}: ${error.message}`, { reason: name }) : error;
    }
  };
  const rules = within("rules", () => parseRules(script.rules ?? "kalah"));
  const start = within("start", () => Position.parseText(core, script.start, rules));
  if (script.rules !== null && !sameRules(start.rules, withPits(rules, start.rules.pits))) {
    throw invalidGame(`the rules are ${quoted(script.rules)}, but the start is ${quoted(script.start)}`, { reason: "rules" });
  }
  return start;
}

function playTurns(game, turns, afterEach) {
  turns.forEach((turn, place) => {
    const where = whereIs(turn, place + 1);
    const side = game.position.toMove;
    const refused = (sentence, reason, number = place + 1) => invalidGame(sentence, { turn: number, side, reason });
    if (game.isMidTurn) throw refused(`${whereIs(turns[place - 1], place)}: ${side} stops with a free move left`, "free_move_left", place);
    if (game.position.isOver) throw refused(`${where}: the game is already over`, "game_over");
    if ((turn.side ?? side) !== side) throw refused(`${where}: ${side} is to move, not ${turn.side}`, "wrong_side");
    turn.pits.forEach((pit, number) => {
      if (number && !game.isMidTurn) throw refused(`${where}: pit ${quoted(pit)} comes after the turn is over`, "turn_over");
      try {
        game.play(pit);
      } catch (error) {
        throw error instanceof Refused ? illegalMove(`${where}: ${error.message}`, { turn: place + 1, ...error.parameters }) : error;
      }
      afterEach();
    });
  });
}

/** A game with its text, its first board, and every move with the board after it. */
export function toldGame(game) {
  const { script } = game;
  const replay = new Game(game.start);
  const moves = game.moves.map((pit) => {
    const move = replay.play(pit);
    return moveOf(move, { board: replay.position });
  });
  return {
    sowfish: VERSION, rules: script.rules, start: script.start, turns: script.turns.map((turn) => turn.pits), result: script.result,
    score: script.score, metadata: script.metadata, comments: script.comments, text: writeGame(script), board: boardOf(game.start), moves,
  };
}
