// Compared as numbers: with one-character strings this pass over every byte was five times slower.
const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const ZERO = 48
const NINE = 57

/** Properties of JSON text that are checked before it is parsed. */
interface JsonOutline {
  /** Nesting of arrays and objects; counted up to one more than the limit. */
  readonly depth: number
  /** An upper bound of the values: one for each comma, array and object; counted up to one more than the limit. */
  readonly values: number
  /** Digits of the longest run outside strings. A double holds any integer of 15 digits. */
  readonly longestDigits: number
}
interface OutlineLimits {
  readonly depth: number
  readonly values: number
}

const isDigit = (code: number) => code >= ZERO && code <= NINE

// The change of depth by one character outside strings.
function step(code: number): -1 | 0 | 1 {
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return 1
  return code === CLOSE_BRACE || code === CLOSE_BRACKET ? -1 : 0
}

/** One pass over the text without recursion; it ends where a limit is exceeded. */
export function outlineOf(text: string, limits: OutlineLimits): JsonOutline {
  const outline = createOutline(text, limits)
  outline.readTo(text.length)
  return outline
}

/** The outline of what was read of a text so far. */
interface GrowingOutline extends JsonOutline {
  /** Reads on, to about this place. False at the end of the text, or where a limit is exceeded. */
  readTo(place: number): boolean
}

/** Begins to read the outline of a text. */
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
  /** The place up to which the text was read. */
  readonly at: number
  /** The depth at that place. */
  readonly nesting: number
  /** The digits before that place. */
  readonly digits: number
}

function readOutline(text: string, to: number, limits: OutlineLimits, from: OutlineState): OutlineState {
  // Local variables: a pass over properties of an object took twice as long.
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

/** The end of the string that begins at `start`: its closing quote, or the end of the text. */
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
 * Replaces every match of a global pattern that does not begin inside a string of the JSON text. Strings are skipped without
 * a regular expression, which runs out of stack on a string of 20 MB; the text is cut only where something is replaced.
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
    // The last string that begins before the match, which may contain it.
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
