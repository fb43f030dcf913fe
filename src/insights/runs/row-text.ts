import { type Fragment, join, sql, text } from '#fragments/fragment.ts'
import { brokenDownValue } from '#insights/kind/broken-down-value.ts'
import type { PropertyBreakdown, RowValues } from '#query/breakdown.ts'
import type { EventValues } from '#sql/event-values.ts'

/**
 * `BETWEEN` separates values, and `INSIDE` replaces a NUL inside a value. The texts made with them sort in
 * the same order as the lists of their values.
 */
const BETWEEN = '\0\0'
const INSIDE = '\0\u0001'

/** Returns the values of an event as one text. A single property has its value as the text, unchanged. */
export function rowText({ by }: PropertyBreakdown, values: EventValues): Fragment {
  const texts = by.map((one) => brokenDownValue(one, values))
  const [first] = texts
  if (texts.length === 1 && first !== undefined) return first
  const parts = texts.map((value) => sql`replaceAll(${value}, ${text('\0')}, ${text(INSIDE)})`)
  return sql`concat(${join(parts, sql`, ${text(BETWEEN)}, `)})`
}

/** Returns the text of a row's values, in the form of {@link rowText}. */
export const textOfRow = (values: RowValues): string =>
  values.length === 1
    ? (values[0] ?? '')
    : values.map((value) => value.replaceAll('\0', INSIDE)).join(BETWEEN)

/** Returns the values of a text of {@link rowText}. */
export const valuesOfText = ({ by }: PropertyBreakdown, text: string): RowValues =>
  by.length === 1 ? [text] : text.split(BETWEEN).map((value) => value.replaceAll(INSIDE, '\0'))

/** Returns the text of an event that has none of the values. */
export const missingText = ({ by }: PropertyBreakdown): string => textOfRow(by.map(() => ''))
