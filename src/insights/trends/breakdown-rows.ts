import { type BreakdownRow, NONE, OTHER } from '#query/breakdown.ts'
import type { TrendsPlan } from './plan.ts'

/** A text that is the same for the same row. */
export const keyOf = (row: BreakdownRow | null): string =>
  row === null || row === 'other' ? String(row) : JSON.stringify(row.values)

/** The rows of a breakdown from those of its values: each once, all that are asked for by name. */
export function breakdownRows(
  { query: { breakdown } }: TrendsPlan,
  found: readonly (BreakdownRow | null)[],
): (BreakdownRow | null)[] {
  if (breakdown === null) return [null]
  if (breakdown.kind === 'cohorts') return breakdown.cohorts.map((cohort) => ({ values: [String(cohort)] }))
  const rows = [...new Map(found.map((row) => [keyOf(row), row])).values()]
  return breakdown.hidesOther ? rows.filter((row) => row !== 'other') : rows
}

/** The label of a row: its values, behind the series where there are several. */
export function labelOfRow(plan: TrendsPlan, line: string, row: BreakdownRow | null, lines: number): string {
  if (row === null) return line
  const label = valueLabel(plan, row)
  return lines === 1 ? label : `${line} - ${label}`
}

function valueLabel({ query: { breakdown }, definitions }: TrendsPlan, row: BreakdownRow): string {
  if (row === 'other') return OTHER.label
  if (breakdown?.kind === 'cohorts') {
    const [cohort = ''] = row.values
    if (cohort === 'all') return 'all users'
    return definitions.cohorts.get(Number(cohort))?.name ?? `Cohort ${cohort}`
  }
  return row.values.map((value) => (value === '' ? NONE.label : value)).join('::')
}

/** The `breakdown_value` of a row in the interface. */
export function toWireValue(
  breakdown: TrendsPlan['query']['breakdown'],
  row: BreakdownRow,
): string | number | string[] {
  if (breakdown?.kind === 'cohorts')
    return row === 'other' || row.values[0] === 'all' ? 'all' : Number(row.values[0])
  const values =
    row === 'other'
      ? (breakdown?.by ?? []).map(() => OTHER.value)
      : row.values.map((value) => (value === '' ? NONE.value : value))
  return breakdown?.isList === true ? values : (values[0] ?? NONE.value)
}
