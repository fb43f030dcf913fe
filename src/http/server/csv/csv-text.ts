import { chunksOf } from '#shared/chunks-of.ts'
import { answerText, plainText } from '#shared/json-text.ts'

// The first characters that make a spreadsheet compute a cell; some convert the wide forms to the others on import.
// Blanks, signs of control and signs without width before them are passed over by some.
const FORMULA =
  /^(?:[\t\r\n]|[\0-\x20\x7F-\xA0\u200B-\u200F\u2028-\u202F\u2060-\u2069\u3000\uFEFF]*[=+\-@＝＋－＠])/
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const TO_BE_QUOTED = /[",\r\n]/

/** Rows as in RFC 4180, each with a line end. */
export const csvText = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

/** Rows that are written at once: other work waits for them. */
const ROWS_AT_ONCE = 500

/** {@link csvText} of many rows, some at a time. */
export function* csvTexts(rows: readonly (readonly unknown[])[]): Generator<string> {
  for (const some of chunksOf(rows, ROWS_AT_ONCE)) yield csvText(some)
}

function cellText(value: unknown): string {
  const text = harmless(textOf(value))
  return TO_BE_QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Null is an empty cell, a list or an object is JSON text. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return plainText(value).toWellFormed()
  return answerText(value).toWellFormed()
}

/** Puts an apostrophe before a text that a spreadsheet would compute; numbers stay as they are. */
const harmless = (text: string) => (beginsAsFormula(text) && !NUMBER.test(text) ? `'${text}` : text)

/** Whether a text begins as those do that spreadsheets compute, as some numbers do. */
export const beginsAsFormula = (text: string): boolean => FORMULA.test(text)
