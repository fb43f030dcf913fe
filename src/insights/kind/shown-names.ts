import { toldApart } from '#query/told-apart.ts'

/** A row of an answer that a table or a picture names. */
interface NamedRow {
  /** The name that the row has if no other row has it. */
  readonly name: string
  /** The `label` of the row's item. */
  readonly label: string
  /** The period in which the row was computed; null if no periods are compared. */
  readonly period: 'current' | 'previous' | null
}

/**
 * Returns the names of rows for tables and pictures, in the order of the rows. If rows have equal names,
 * the labels of the rows are used to tell them apart. If periods are compared, a name ends with the period
 * of its row.
 */
export function shownNames(rows: readonly NamedRow[]): string[] {
  const names = new Map<NamedRow, string>()
  for (const period of [null, 'current', 'previous'] as const) {
    const ofPeriod = rows.filter((row) => row.period === period)
    const apart = toldApart(
      ofPeriod.map(({ name, label }) => ({ name, qualifiers: name === label ? [] : [label] })),
    )
    const ending = period === null ? '' : ` - ${period}`
    for (const [place, row] of ofPeriod.entries()) names.set(row, `${apart[place]}${ending}`)
  }
  return rows.map((row) => names.get(row) ?? row.label)
}
