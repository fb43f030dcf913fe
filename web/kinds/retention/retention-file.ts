import { capital } from '#web/ui/capital.ts'
import { type Cell, percentCell } from '#web/ui/csv.ts'
import type { CellsShow } from './retention-grid.tsx'
import {
  type Calendar,
  cohortStart,
  labelsOf,
  type RetentionItem,
  type RetentionRow,
} from './retention-rows.ts'

interface RetentionTable {
  readonly rows: readonly RetentionRow[]
  /** Which numbers the cells show. */
  readonly show: CellsShow
  readonly calendar: Pick<Calendar, 'period' | 'timeZone'>
  readonly many: string
}

/**
 * Returns the rows of a CSV file with the grid: one row for each cohort of each breakdown value. A cell has
 * the number that the grid shows; percentages are from 0 to 100. If the cells are shares or sums, a row
 * with the mean is above the cohorts. A cohort without actors has empty cells.
 */
export function retentionFile({ rows, show, calendar, many }: RetentionTable): Cell[][] {
  const isBrokenDown = rows.some(({ name }) => name !== null)
  const labels = rows[0] === undefined ? [] : labelsOf(rows[0])
  return [
    [
      ...(isBrokenDown ? ['Value'] : []),
      ...[capital(calendar.period), capital(many)],
      ...labels.map((label) => (show === 'share' ? `${label} (%)` : label)),
    ],
    ...rows.flatMap((row): Cell[][] => {
      const value = isBrokenDown ? [row.name] : []
      return [
        ...(show === 'count'
          ? []
          : [[...value, 'Mean', row.size, ...labels.map((_, place) => meanCell(row, place, show))]]),
        ...row.cohorts.map((cohort): Cell[] => [
          ...value,
          cohortStart(cohort.date, calendar),
          cohort.values[0]?.count ?? 0,
          ...labels.map((_, place) => cohortCell(cohort, place, show)),
        ]),
      ]
    }),
  ]
}

const meanCell = ({ mean, meanSums }: RetentionRow, place: number, show: CellsShow): number | null =>
  show === 'sum' ? (meanSums[place] ?? null) : percentCell(mean[place])

function cohortCell({ values }: RetentionItem, place: number, show: CellsShow): number | null {
  const value = values[place]
  if (value === undefined || values[0]?.count === 0) return null
  if (show === 'sum') return value.aggregation_value ?? null
  return show === 'share' ? percentCell(value.rate) : value.count
}
