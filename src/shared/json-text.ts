import { isUtf8 } from 'node:buffer'
import { createOutline, outlineOf, replaceOutsideStrings } from './json-outline.ts'
import { parseInParts } from './large-json/parse-in-parts.ts'
import { createPauses, type Pause } from './large-json/pauses.ts'
import { randomText } from './random-text.ts'
import { RequestError } from './request-error.ts'

/**
 * Greatest allowed nesting of JSON. It keeps recursive code and the event engine's parser far from their
 * own limits.
 */
const MAX_JSON_DEPTH = 64
/**
 * Maximum number of values in JSON. 20 kB of gzip can hold ten million values, which take gigabytes and
 * block the event loop. A batch of 20 MB has 700,000 values: 20,000 events of 28 properties.
 */
const MAX_JSON_VALUES = 1_000_000

const malformed = (detail: string) =>
  new RequestError('malformed', 'parse_error', `JSON parse error - ${detail}`)

const textOf = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw malformed('the body is not valid UTF-8.')
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

/** @throws RequestError if a limit is exceeded */
function requireModest({ depth, values }: { readonly depth: number; readonly values: number }): void {
  if (depth > MAX_JSON_DEPTH) throw malformed(`nested deeper than ${MAX_JSON_DEPTH} levels.`)
  if (values > MAX_JSON_VALUES)
    throw new RequestError('too_large', 'too_many_values', `JSON may have at most ${MAX_JSON_VALUES} values.`)
}
const LIMITS = { depth: MAX_JSON_DEPTH, values: MAX_JSON_VALUES }

function decodeText(bytes: Buffer): { text: string; longestDigits: number } {
  const text = textOf(bytes)
  const outline = outlineOf(text, LIMITS)
  requireModest(outline)
  return { text, longestDigits: outline.longestDigits }
}

/**
 * Number of characters that are read between two pauses, in which other work runs. Reading this many takes
 * about 2 ms.
 */
const OUTLINED_AT_ONCE = 256 * 1024

async function decodeInParts(bytes: Buffer, pause: Pause): Promise<{ text: string; longestDigits: number }> {
  const text = textOf(bytes)
  const outline = createOutline(text, LIMITS)
  for (let place = OUTLINED_AT_ONCE; outline.readTo(place); place += OUTLINED_AT_ONCE) await pause()
  requireModest(outline)
  return { text, longestDigits: outline.longestDigits }
}

const refusal = (error: unknown) => malformed(error instanceof Error ? error.message : 'invalid JSON.')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refusal(error)
  }
}

/**
 * Parses bytes as JSON.
 * @throws RequestError `malformed` for invalid UTF-8, invalid JSON and nesting beyond {@link
 * MAX_JSON_DEPTH}; `too_large` for more than a million values.
 */
export const parseJson = (bytes: Buffer): unknown => parse(decodeText(bytes).text)

/** Bodies that have more bytes than this are parsed in parts. */
const LONGEST_AT_ONCE = 256 * 1024

/** Parses like {@link parseJson}, and lets other work run between the parts of a long text. */
export const parseLongJson = (bytes: Buffer): Promise<unknown> => parseLong(bytes, parseJson, () => parse)

/** Parses like {@link parseExactJson}, and lets other work run between the parts of a long text. */
export const parseLongExactJson = (bytes: Buffer, corrected = (text: string) => text): Promise<unknown> =>
  parseLong(bytes, (some) => parseExactJson(some, corrected), exactParse, corrected)

async function parseLong(
  bytes: Buffer,
  parseAtOnce: (bytes: Buffer) => unknown,
  parseOf: (longestDigits: number) => (text: string) => unknown,
  corrected = (text: string) => text,
): Promise<unknown> {
  if (bytes.length <= LONGEST_AT_ONCE) return parseAtOnce(bytes)
  const pause = createPauses()
  const { text, longestDigits } = await decodeInParts(bytes, pause)
  await pause()
  try {
    return await parseInParts(corrected(text), { pause, parse: parseOf(longestDigits) })
  } catch (error) {
    throw error instanceof SyntaxError ? refusal(error) : error
  }
}

const exactParse = (longestDigits: number) => (json: string) =>
  parse(longestDigits > 15 ? markBigIntegers(json) : json)

/**
 * Parses like {@link parseJson}, but keeps integers that a double cannot hold: {@link jsonText} writes all
 * of their digits. `corrected` turns text that is almost JSON into JSON.
 */
export function parseExactJson(bytes: Buffer, corrected = (text: string) => text): unknown {
  const { text, longestDigits } = decodeText(bytes)
  return exactParse(longestDigits)(corrected(text))
}

// Matches integers that a double may not hold. Microseconds since 1970 do not match until the year 2255.
const MAY_BE_INEXACT = /\d{17}|9\d{15}/

/**
 * Parses text that {@link jsonText} wrote. Exact integers are kept as in {@link parseExactJson}. The checks
 * that texts from clients need are left out.
 */
export const parseStoredJson = (text: string): unknown =>
  JSON.parse(MAY_BE_INEXACT.test(text) ? markBigIntegers(text) : text)

// The beginning of a text that stands for an exact integer. It is random, so that no text of a client can be
// read as an exact integer.
const MARK = `integer:${randomText(16)}:`
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g')

// Matches a whole number of 16 digits or more that is not the end of a fraction or exponent, nor the
// beginning of another number. Numbers of more than 9,999 digits do not match: JSON.parse reads them as
// infinite, and comparing millions of digits would take minutes.
const LONG_INTEGER = /(?<![\d.eE+-])-?\d{16,9999}(?![\d.eE])/g

const markBigIntegers = (text: string) => replaceOutsideStrings(text, LONG_INTEGER, markedInteger)

const markedInteger = (digits: string) =>
  Number.isSafeInteger(Number(digits)) ? digits : `"${MARK}${digits}"`

/**
 * Writes a parsed value as plain text. Exact integers lose their mark, and values other than text become
 * JSON.
 */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value.startsWith(MARK) ? value.slice(MARK.length) : value
  return jsonText(value)
}

const fitsSixtyFourBits = (value: bigint) => value >= -(2n ** 63n) && value < 2n ** 64n

/**
 * Writes a value from {@link parseExactJson} as JSON text that the event engine can store. The engine's
 * JSON type refuses a lone surrogate and an integer beyond 64 bits, and one refusal fails the whole insert.
 * So lone surrogates become U+FFFD, and such integers are written with an exponent.
 */
export function jsonText(value: unknown): string {
  let text = JSON.stringify(value)
  // The plain search comes first, because it costs a tenth of the regular expression and few texts have a
  // lone surrogate.
  const mayBeTorn = text.includes('\\ud') && /\\ud[89a-f]/.test(text)
  if (mayBeTorn || /\d{19}/.test(text)) text = JSON.stringify(value, storable)
  return withIntegers(text)
}

/**
 * Writes a value as JSON like {@link jsonText}, but for answers instead of the store: text is left
 * unchanged.
 */
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

// A double beyond 64 bits is written with an exponent, because it does not determine all of its digits.
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
