import { isUtf8 } from 'node:buffer'
import { outlineOf, replaceOutsideStrings } from './json-outline.ts'
import { randomText } from './random-text.ts'
import { RequestError } from './request-error.ts'

/** Nesting beyond this is refused: recursive walkers and the event engine's parser stay far from their limits. */
export const MAX_JSON_DEPTH = 64
/**
 * More values are refused: 20 kB of gzip can be ten million, which take gigabytes and hold up everybody. A batch of 20 MB
 * has 700,000: 20,000 events of 28 properties.
 */
const MAX_JSON_VALUES = 1_000_000

const malformed = (detail: string) =>
  new RequestError('malformed', 'parse_error', `JSON parse error - ${detail}`)

function readText(bytes: Buffer): { text: string; longestDigits: number } {
  if (!isUtf8(bytes)) throw malformed('the body is not valid UTF-8.')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const { depth, values, longestDigits } = outlineOf(text, { depth: MAX_JSON_DEPTH, values: MAX_JSON_VALUES })
  if (depth > MAX_JSON_DEPTH) throw malformed(`nested deeper than ${MAX_JSON_DEPTH} levels.`)
  if (values > MAX_JSON_VALUES)
    throw new RequestError('too_large', 'too_many_values', `JSON may hold ${MAX_JSON_VALUES} values.`)
  return { text, longestDigits }
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
 * @throws RequestError `malformed` for invalid UTF-8, invalid JSON and nesting beyond {@link MAX_JSON_DEPTH},
 * `too_large` beyond a million values.
 */
export const parseJson = (bytes: Buffer): unknown => parse(readText(bytes).text)

/**
 * As {@link parseJson}, but integers that a double cannot hold survive: {@link jsonText} writes them digit by digit.
 * `corrected` makes JSON of text that is nearly so.
 */
export function parseExactJson(bytes: Buffer, corrected = (text: string) => text): unknown {
  const { text, longestDigits } = readText(bytes)
  const json = corrected(text)
  return parse(longestDigits > 15 ? markBigIntegers(json) : json)
}

// What a double may not hold; microseconds since 1970 are shorter until the year 2255.
const MAY_BE_INEXACT = /\d{17}|9\d{15}/

/** Text that {@link jsonText} wrote, of any depth: as {@link parseExactJson}, without looking for what clients get wrong. */
export const parseStoredJson = (text: string): unknown =>
  JSON.parse(MAY_BE_INEXACT.test(text) ? markBigIntegers(text) : text)

// Unknown to clients, so that no text they send can pass for an exact integer.
const MARK = `integer:${randomText(16)}:`
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g')

// A whole number of 16 digits or more: not the end of a fraction or of an exponent, nor the beginning of another number.
// Very long ones are left to JSON, which reads them as infinite: comparing millions of digits would take minutes.
const LONG_INTEGER = /(?<![\d.eE+-])-?\d{16,9999}(?![\d.eE])/g

const markBigIntegers = (text: string) => replaceOutsideStrings(text, LONG_INTEGER, markedInteger)

const markedInteger = (digits: string) =>
  Number.isSafeInteger(Number(digits)) ? digits : `"${MARK}${digits}"`

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
  return withIntegers(text)
}

/** As {@link jsonText} for a reader instead of the store: what is no number stays as it is. */
export function answerText(value: unknown): string {
  const text = JSON.stringify(value)
  return withIntegers(/\d{19}/.test(text) ? JSON.stringify(value, markedNumber) : text)
}

const withIntegers = (text: string) =>
  text.includes(MARK) ? text.replace(MARKED, (_, digits: string) => integerText(digits)) : text

function integerText(digits: string): string {
  return fitsSixtyFourBits(BigInt(digits)) ? digits : exponentText(Number(digits))
}
const exponentText = (value: number) => (Number.isFinite(value) ? value.toExponential() : 'null')

// The digits of a number beyond 64 bits are not all known: it is written with an exponent.
const markedNumber = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && Math.abs(value) >= 2 ** 63 && Number.isFinite(value)
    ? `${MARK}${BigInt(value)}`
    : value

function storable(key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'number') return markedNumber(key, value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), item]))
}
