import { chunksOf } from '#shared/chunks-of.ts'
import { answerText, plainText } from '#shared/json-text.ts'

// Matches texts that a spreadsheet would compute as a formula. Some spreadsheets convert the wide forms of
// the signs on import. Some skip blanks, control characters and zero-width characters before the sign.
const FORMULA =
  /^(?:[\t\r\n]|[\0-\x20\x7F-\xA0\u200B-\u200F\u2028-\u202F\u2060-\u2069\u3000\uFEFF]*[=+\-@＝＋－＠])/
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const TO_BE_QUOTED = /[",\r\n]/

/** Writes rows in the format of RFC 4180, each with a line end. */
export const csvText = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

/** The number of rows that are written before other work can run. */
const ROWS_AT_ONCE = 100

/** Writes many rows like {@link csvText}. Each yield is the text of some of them. */
export function* csvTexts(rows: readonly (readonly unknown[])[]): Generator<string> {
  for (const some of chunksOf(rows, ROWS_AT_ONCE)) yield csvText(some)
}

function cellText(value: unknown): string {
  const text = harmless(textOf(value))
  return TO_BE_QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the text of a cell. Null becomes an empty cell; a list or an object becomes JSON text. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return plainText(value).toWellFormed()
  return answerText(value).toWellFormed()
}

/** Puts an apostrophe before a text that a spreadsheet would compute. Numbers stay unchanged. */
const harmless = (text: string) => (beginsAsFormula(text) && !NUMBER.test(text) ? `'${text}` : text)

/**
 * Returns whether a text begins like a formula of a spreadsheet. Some numbers, such as `-5`, do so as well.
 */
export const beginsAsFormula = (text: string): boolean => FORMULA.test(text)
