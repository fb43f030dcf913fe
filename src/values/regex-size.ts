import { PATTERN_LIMITS } from './pattern-limits.ts'

/** Size of a regular expression. The cost of the expression depends on it. */
export interface RegexSize {
  /**
   * Number of characters and classes in the expression, with every counted repetition written out: 5 for
   * `a{2,5}`.
   */
  readonly size: number
  /**
   * Number of the characters and classes because of which a search has to remember several positions at
   * once. These are all classes, and everything under a repetition. If there are few of them, the engine's
   * automaton has few states, and each character of a value takes nanoseconds.
   */
  readonly choices: number
}

/** Returns the size of a text with the wildcards `%` and `_`. */
export const likeSize = (value: string): RegexSize => ({
  size: value.length,
  choices: value.match(/[%_]/g)?.length ?? 0,
})

export const hasManyWildcards = (value: string): boolean => likeSize(value).choices > PATTERN_LIMITS.choices

interface Part {
  readonly size: number
  readonly choices: number
  /** Number of characters in this part that stand for themselves and occur once. */
  readonly literals: number
}
interface Found {
  readonly part: Part
  /** Index of the character after the part. */
  readonly end: number
}

const NOTHING: Part = { size: 0, choices: 0, literals: 0 }
const CHARACTER: Part = { size: 1, choices: 0, literals: 1 }
const CLASS: Part = { size: 1, choices: 1, literals: 0 }
/**
 * Size of a class of Unicode. `\pL` has 600 ranges, and takes more of the engine's memory than a plain
 * class.
 */
const UNICODE_CLASS: Part = { size: 2, choices: 1, literals: 0 }

/**
 * Measures a pattern. It assumes that the pattern is in the syntax of RE2. An invalid pattern gets some
 * size too.
 */
export function regexSize(pattern: string): RegexSize {
  let whole = NOTHING
  // If a closing parenthesis has no opening one, `alternatives` stops at it. Then the loop goes on after it.
  for (let at = 0; at < pattern.length; at++) {
    const { part, end } = alternatives(pattern, at)
    whole = added(whole, part)
    at = end
  }
  return { size: whole.size, choices: whole.choices }
}

const added = (a: Part, b: Part): Part => ({
  size: a.size + b.size,
  choices: a.choices + b.choices,
  literals: a.literals + b.literals,
})

/**
 * Measures the alternatives from `start` to the closing parenthesis, or to the end of the pattern if there
 * is none.
 */
function alternatives(pattern: string, start: number): Found {
  let part = NOTHING
  let at = start
  while (at < pattern.length && pattern[at] !== ')') {
    const atom = atomAt(pattern, at)
    const repeated = repetitions(pattern, atom)
    part = added(part, repeated.part)
    at = repeated.end
  }
  return { part, end: at }
}

function atomAt(pattern: string, at: number): Found {
  const character = pattern[at]
  if (character === '(') {
    const { part, end } = alternatives(pattern, at + 1)
    return { part, end: end + 1 }
  }
  if (character === '[') return classAt(pattern, at)
  if (character === '\\') return escapeAt(pattern, at)
  if (character === '.') return { part: CLASS, end: at + 1 }
  return { part: character === '|' ? NOTHING : CHARACTER, end: at + 1 }
}

function classAt(pattern: string, at: number): Found {
  // A closing bracket at the beginning of a class is a member of the class.
  const [whole = '['] = /^\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]?/.exec(pattern.slice(at)) ?? []
  return { part: /\\p/i.test(whole) ? UNICODE_CLASS : CLASS, end: at + whole.length }
}

function escapeAt(pattern: string, at: number): Found {
  const rest = pattern.slice(at)
  const [, quoted] = /^\\Q([\s\S]*?)(?:\\E|$)/.exec(rest) ?? []
  if (quoted !== undefined) {
    const { length } = quoted
    return { part: { size: length, choices: 0, literals: length }, end: at + length + '\\Q\\E'.length }
  }
  const [unicode] = /^\\[pP](?:\{[^}]*\}|.)/.exec(rest) ?? []
  if (unicode !== undefined) return { part: UNICODE_CLASS, end: at + unicode.length }
  const [code] = /^\\x(?:\{[^}]*\}|..)/.exec(rest) ?? []
  if (code !== undefined) return { part: CHARACTER, end: at + code.length }
  return { part: /^\\[dDsSwWC]/.test(rest) ? CLASS : CHARACTER, end: at + 2 }
}

const REPETITION = /^(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/

function repetitions(pattern: string, atom: Found): Found {
  let { part, end } = atom
  for (let found = REPETITION.exec(pattern.slice(end)); found !== null; ) {
    const [whole, least, most] = found
    const count = Math.max(1, Number(least ?? 1), Number(most || 1))
    part = { size: part.size * count, choices: (part.choices + part.literals) * count, literals: 0 }
    end += whole.length
    found = REPETITION.exec(pattern.slice(end))
  }
  return { part, end }
}
