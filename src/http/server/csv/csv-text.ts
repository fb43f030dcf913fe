import { answerText, plainText } from '#shared/json-text.ts'

// What makes a spreadsheet take a cell for a formula; the wide forms are turned into the others by some on import.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const TO_BE_QUOTED = /[",\r\n]/

/** Rows as RFC 4180 has them, each with its line end. */
export const csvText = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

function cellText(value: unknown): string {
  const text = harmless(textOf(value))
  return TO_BE_QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Null is empty, a list or an object is its JSON text. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return plainText(value).toWellFormed()
  return answerText(value).toWellFormed()
}

/** Text that would be computed when a spreadsheet opens it begins with an apostrophe; numbers stay as they are. */
const harmless = (text: string) => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)
