// Errors: a code and parameters, which words/refusals.js puts into words, and a sentence for programs.

export const SHOWN = 40; // characters of an item in a message

/** Wrong input, or something that cannot be done. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} sentence
   * @param {Record<string, any>} [parameters]
   */
  constructor(code, sentence, parameters = {}) {
    super(sentence);
    this.code = code;
    this.parameters = parameters;
  }

  get refusal() {
    return { error: this.message, code: this.code, parameters: this.parameters };
  }
}

export const invalidRules = (sentence, parameters) => new Refused("invalid_rules", sentence, parameters);
export const invalidPosition = (sentence, parameters) => new Refused("invalid_position", sentence, parameters);
export const illegalMove = (sentence, parameters) => new Refused("illegal_move", sentence, parameters);
export const invalidGame = (sentence, parameters) => new Refused("invalid_game", sentence, parameters);
export const invalidPlayer = (sentence, parameters) => new Refused("invalid_player", sentence, parameters);
export const invalidRequest = (sentence, parameters) => new Refused("invalid_request", sentence, parameters);

/** A number with its noun: 1 stone, 2 stones. */
export const counted = (number, noun) => `${thousands(number)} ${noun}${number === 1 ? "" : "s"}`;

/** An integer with thousands separators. */
export const thousands = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** A number with this many decimals, rounding half to even, as Python does. */
export function fixed(number, digits) {
  const scaled = number * 10 ** digits;
  const whole = Math.floor(scaled);
  const isHalf = scaled - whole === 0.5 && Number.isInteger(number * 2 ** 20); // exactly representable halves only
  return isHalf ? ((whole + (whole % 2 ? 1 : 0)) / 10 ** digits).toFixed(digits) : number.toFixed(digits);
}

/** An item as it may appear in a message: like Python's repr, ASCII and short. */
export function quoted(item) {
  const signs = Array.from(written(typeof item === "string" ? [...item].slice(0, SHOWN + 1).join("") : item));
  if (signs.length <= SHOWN + 2) return signs.join("");
  return `${signs.slice(0, SHOWN).join("")}...${/['"]/.test(signs[0]) ? signs[0] : ""}`;
}

function written(item) {
  if (item === null || item === undefined) return "None";
  if (typeof item === "boolean") return item ? "True" : "False";
  if (typeof item === "number") return writtenNumber(item);
  if (typeof item === "string") return writtenText(item);
  if (Array.isArray(item)) return `[${item.map(written).join(", ")}]`;
  return `{${Object.entries(item).map(([key, value]) => `${written(key)}: ${written(value)}`).join(", ")}}`;
}

/** A number like Python's repr. */
export function writtenNumber(number) {
  if (Number.isInteger(number)) return BigInt(number).toString();
  if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf"; // from 1e999
  const text = String(number);
  if (Math.abs(number) >= 1e-4) return text;
  const [digits, power] = number.toExponential().split("e");
  return `${digits}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

/** A number like Python's "g" format: six digits. */
export function shortNumber(value) {
  const power = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(Number(value.toPrecision(6)))));
  if (power >= -4 && power < 6) return String(Number(value.toPrecision(6)));
  const [digits, exponent] = value.toExponential(5).split("e");
  return `${Number(digits)}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}

const ESCAPES = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

function writtenText(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const parts = Array.from(text, (sign) => {
    const code = /** @type {number} */ (sign.codePointAt(0));
    if (ESCAPES[sign]) return ESCAPES[sign];
    if (sign === mark) return `\\${sign}`;
    if (sign === " " || !/[\p{C}\p{Z}]/u.test(sign)) return sign;
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
    return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
  });
  return mark + parts.join("") + mark;
}
