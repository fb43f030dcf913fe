import { isUtf8 } from 'node:buffer'
import { randomText } from './random-text.ts'
import { RequestError } from './request-error.ts'

/** Nesting beyond this is refused: recursive walkers and the event engine's parser stay far from their limits. */
export const MAX_JSON_DEPTH = 64

const malformed = (detail: string) =>
  new RequestError('malformed', 'parse_error', `JSON parse error - ${detail}`)

// Compared as numbers: taking characters out as texts made this pass five times slower, and it sees every byte.
const QUOTE = 34
const BACKSLASH = 92
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const ZERO = 48
const NINE = 57

/** What must be known of JSON text before it is parsed. */
interface JsonOutline {
  /** How deep arrays and objects nest; counted up to one more than the limit. */
  readonly depth: number
  /** Digits of the longest run outside strings. A double holds any integer of 15. */
  readonly longestDigits: number
}

const isDigit = (code: number) => code >= ZERO && code <= NINE

// How one character outside strings changes the depth.
function step(code: number): -1 | 0 | 1 {
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return 1
  return code === CLOSE_BRACE || code === CLOSE_BRACKET ? -1 : 0
}

/** One pass over the text that does not recurse. */
export function outlineOf(text: string, depthLimit: number): JsonOutline {
  let depth = 0
  let deepest = 0
  let digits = 0
  let longestDigits = 0
  for (let i = 0; i < text.length && deepest <= depthLimit; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = stringEnd(text, i)
    depth += step(code)
    if (depth > deepest) deepest = depth
    digits = isDigit(code) ? digits + 1 : 0
    if (digits > longestDigits) longestDigits = digits
  }
  return { depth: deepest, longestDigits }
}

/** Where the string that begins at `start` ends: its closing quote, or the end of the text. */
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

function readText(bytes: Buffer): JsonOutline & { text: string } {
  if (!isUtf8(bytes)) throw malformed('the body is not valid UTF-8.')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const outline = outlineOf(text, MAX_JSON_DEPTH)
  if (outline.depth > MAX_JSON_DEPTH) throw malformed(`nested deeper than ${MAX_JSON_DEPTH} levels.`)
  return { text, ...outline }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw malformed(error instanceof Error ? error.message : 'invalid JSON.')
  }
}

/**
 * Bytes to a JSON value.
 * @throws RequestError `malformed` for invalid UTF-8, invalid JSON and nesting beyond {@link MAX_JSON_DEPTH}.
 */
export const parseJson = (bytes: Buffer): unknown => parse(readText(bytes).text)

/** As {@link parseJson}, but integers that a double cannot hold survive: {@link jsonText} writes them digit by digit. */
export function parseExactJson(bytes: Buffer): unknown {
  const { text, longestDigits } = readText(bytes)
  return parse(longestDigits > 15 ? markBigIntegers(text) : text)
}

// What a double may not hold; microseconds since 1970 are shorter until the year 2255.
const MAY_BE_INEXACT = /\d{17}|9\d{15}/

/** Text that {@link jsonText} wrote, of any depth: as {@link parseExactJson}, without looking for what clients get wrong. */
export const parseStoredJson = (text: string): unknown =>
  JSON.parse(MAY_BE_INEXACT.test(text) ? markBigIntegers(text) : text)

// Unknown to clients, so that no text they send can pass for an exact integer.
const MARK = `integer:${randomText(16)}:`
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g')

// Longer ones are left to JSON, which reads them as infinite: comparing millions of digits would take minutes.
const isLongInteger = (token: string) => token.length < 10_000 && /^-?\d{16,}$/.test(token)
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const markNumbers = (text: string) =>
  text.replace(NUMBER, (token) =>
    isLongInteger(token) && !Number.isSafeInteger(Number(token)) ? `"${MARK}${token}"` : token,
  )

// Strings are stepped over by hand: a regular expression runs out of stack on one of 20 MB.
function markBigIntegers(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', from)) {
    const end = stringEnd(text, quote) + 1
    parts.push(markNumbers(text.slice(from, quote)), text.slice(quote, end))
    from = end
  }
  parts.push(markNumbers(text.slice(from)))
  return parts.join('')
}

/** A parsed value as plain text: exact integers lose their mark, anything that is not text is written as JSON. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value.startsWith(MARK) ? value.slice(MARK.length) : value
  return jsonText(value)
}

const fitsSixtyFourBits = (value: bigint) => value >= -(2n ** 63n) && value < 2n ** 64n

/**
 * A value that came from {@link parseExactJson} as JSON text that the event engine stores whatever it holds: its JSON type
 * refuses a lone surrogate and an integer beyond 64 bits, and one refusal fails the whole insert. Lone surrogates
 * become U+FFFD and such integers are written with an exponent.
 */
export function jsonText(value: unknown): string {
  let text = JSON.stringify(value)
  // The plain search comes first: it costs a tenth of the expression, and hardly any text has one.
  const mayBeTorn = text.includes('\\ud') && /\\ud[89a-f]/.test(text)
  if (mayBeTorn || /\d{19}/.test(text)) text = JSON.stringify(value, storable)
  return text.includes(MARK) ? text.replace(MARKED, (_, digits: string) => integerText(digits)) : text
}

function integerText(digits: string): string {
  return fitsSixtyFourBits(BigInt(digits)) ? digits : exponentText(Number(digits))
}
const exponentText = (value: number) => (Number.isFinite(value) ? value.toExponential() : 'null')

function storable(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'number' && Math.abs(value) >= 2 ** 63 && Number.isFinite(value))
    return `${MARK}${BigInt(value)}`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), item]))
}
