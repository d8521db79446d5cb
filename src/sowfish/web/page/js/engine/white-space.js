// White space as Python has it, so that both engines read a text alike: JavaScript's \s has \ufeff more and these less.

/** Its characters, for a class in a regular expression. */
export const BLANK = "\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const IS_BLANK = new RegExp(`[${BLANK}]`);
const BLANKS = new RegExp(`[${BLANK}]+`);

export function trimmedStart(text) {
  let from = 0;
  while (from < text.length && IS_BLANK.test(text[from])) from += 1;
  return text.slice(from);
}

export function trimmed(text) {
  let to = text.length;
  while (to > 0 && IS_BLANK.test(text[to - 1])) to -= 1;
  return trimmedStart(text.slice(0, to));
}

export const wordsOf = (text) => text.split(BLANKS).filter(Boolean);
