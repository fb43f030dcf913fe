// Characters are compared as numbers: comparing strings of one character made this pass over every byte
// five times slower.
const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const ZERO = 48
const NINE = 57

/** Properties of JSON text that are checked before the text is parsed. */
interface JsonOutline {
  /** Greatest nesting of arrays and objects. Counting ends at one more than the limit. */
  readonly depth: number
  /**
   * Upper bound of the number of values. It is the number of commas, arrays and objects together. Counting
   * ends at one more than the limit.
   */
  readonly values: number
  /** Length of the longest run of digits outside strings. A double holds every integer of up to 15 digits. */
  readonly longestDigits: number
}
interface OutlineLimits {
  readonly depth: number
  readonly values: number
}

const isDigit = (code: number) => code >= ZERO && code <= NINE

// Returns by how much one character outside strings changes the depth.
function step(code: number): -1 | 0 | 1 {
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return 1
  return code === CLOSE_BRACE || code === CLOSE_BRACKET ? -1 : 0
}

/** Reads the outline in one pass without recursion. The pass ends when a limit is exceeded. */
export function outlineOf(text: string, limits: OutlineLimits): JsonOutline {
  const outline = createOutline(text, limits)
  outline.readTo(text.length)
  return outline
}

/** Outline of the part of a text that has been read so far. */
interface GrowingOutline extends JsonOutline {
  /**
   * Continues reading up to about `place`. Returns false at the end of the text, or if a limit is exceeded.
   */
  readTo(place: number): boolean
}

/** Begins the outline of a text. Nothing has been read until `readTo` is called. */
export function createOutline(text: string, limits: OutlineLimits): GrowingOutline {
  let state: OutlineState = { at: 0, nesting: 0, digits: 0, depth: 0, values: 1, longestDigits: 0 }
  return {
    get depth() {
      return state.depth
    },
    get values() {
      return state.values
    },
    get longestDigits() {
      return state.longestDigits
    },
    readTo(place) {
      const to = Math.min(place, text.length)
      state = readOutline(text, to, limits, state)
      return state.at >= to && to < text.length
    },
  }
}

interface OutlineState extends JsonOutline {
  /** Position up to which the text was read. */
  readonly at: number
  /** Nesting at that position. */
  readonly nesting: number
  /** Number of digits directly before that position. */
  readonly digits: number
}

function readOutline(text: string, to: number, limits: OutlineLimits, from: OutlineState): OutlineState {
  // Local variables are used, because a pass that updates properties of an object took twice as long.
  let { at, nesting, digits, depth, values, longestDigits } = from
  for (; at < to && depth <= limits.depth && values <= limits.values; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(text, at)
    const change = step(code)
    nesting += change
    if (nesting > depth) depth = nesting
    if (change === 1 || code === COMMA) values++
    digits = isDigit(code) ? digits + 1 : 0
    if (digits > longestDigits) longestDigits = digits
  }
  return { at, nesting, digits, depth, values, longestDigits }
}

/**
 * Returns where the string that begins at `start` ends: the position of its closing quote, or the end of
 * the text.
 */
export function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1))
    if (!isEscaped(text, end)) return end
  return text.length
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

/**
 * Replaces every match of a global pattern that does not begin inside a string of the JSON text. Strings
 * are skipped without a regular expression, because an expression runs out of stack on a string of 20 MB.
 * The text is cut only at the matches that are replaced.
 */
export function replaceOutsideStrings(
  text: string,
  pattern: RegExp,
  replacement: (match: string) => string,
): string {
  const parts: string[] = []
  let written = 0
  let quote = text.indexOf('"')
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    let end = -1
    // Finds the last string that begins before the match, because the match may be inside it.
    for (; quote !== -1 && quote < match.index; quote = text.indexOf('"', end + 1))
      end = stringEnd(text, quote)
    if (end > match.index) pattern.lastIndex = end
    else {
      parts.push(text.slice(written, match.index), replacement(match[0]))
      written = pattern.lastIndex
    }
  }
  return written === 0 ? text : parts.join('') + text.slice(written)
}
