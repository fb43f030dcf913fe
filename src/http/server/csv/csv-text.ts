import { chunksOf } from '#shared/chunks-of.ts'
import { answerText, plainText } from '#shared/json-text.ts'

// Matches texts that a spreadsheet would compute, by their first characters. Some spreadsheets convert the
// wide forms of these characters on import, and some pass over blanks, control characters and characters
// without width before them.
const FORMULA =
  /^(?:[\t\r\n]|[\0-\x20\x7F-\xA0\u200B-\u200F\u2028-\u202F\u2060-\u2069\u3000\uFEFF]*[=+\-@＝＋－＠])/
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const TO_BE_QUOTED = /[",\r\n]/

/** Writes rows as RFC 4180 describes them, each with a line end. */
export const csvText = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

/** Rows that are written in one go. Other work waits meanwhile. */
const ROWS_AT_ONCE = 500

/** Writes many rows like {@link csvText}, some at a time. */
export function* csvTexts(rows: readonly (readonly unknown[])[]): Generator<string> {
  for (const some of chunksOf(rows, ROWS_AT_ONCE)) yield csvText(some)
}

function cellText(value: unknown): string {
  const text = harmless(textOf(value))
  return TO_BE_QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the text of a cell. Null is an empty cell; a list or an object is JSON text. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return plainText(value).toWellFormed()
  return answerText(value).toWellFormed()
}

/** Puts an apostrophe before a text that a spreadsheet would compute. Numbers stay unchanged. */
const harmless = (text: string) => (beginsAsFormula(text) && !NUMBER.test(text) ? `'${text}` : text)

/** Returns whether a text begins like one that a spreadsheet computes. Some numbers do so as well. */
export const beginsAsFormula = (text: string): boolean => FORMULA.test(text)
