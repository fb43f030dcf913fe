import type { ChartPoint } from '#web/chart/chart-data.ts'
import type { ResultColumn } from '#web/chart/table-model.ts'
import { changeOf, type ValueFormat } from '#web/chart/value-format.ts'
import type { Point } from '#web/question/point.ts'
import type { TrendEntry, TrendItem } from './trend-entries.ts'
import type { OpenFormula } from './use-formula-people.ts'

/** A row of the table: an entry of the answer, with its colour and its number for the whole range. */
export interface TrendRow {
  readonly entry: TrendEntry
  readonly color: string
  /** The number of the whole range; null until it arrives. */
  readonly whole: number | null
  readonly wholeBefore: number | null
  /** The address of the people of the whole range; null if there is no list of them, as for formulas. */
  readonly wholeUrl: string | null
  readonly beforeUrl: string | null
}

/**
 * Returns the rows of the table. `wholes` are the entries with the numbers for the whole range; null until
 * they arrive, or if these numbers are the sums of the intervals (`isSummed`).
 */
export function trendRows(
  entries: readonly TrendEntry[],
  wholes: readonly TrendEntry[] | null,
  isSummed: boolean,
  colorOf: (name: string) => string,
): TrendRow[] {
  const byId = new Map((wholes ?? []).map((entry) => [entry.id, entry]))
  const numberOf = (item: TrendItem | null | undefined) =>
    item === null || item === undefined ? null : (item.aggregated_value ?? (isSummed ? item.count : null))
  return entries.map((entry) => {
    const whole = isSummed ? entry : byId.get(entry.id)
    return {
      entry,
      color: colorOf(entry.name),
      whole: numberOf(whole?.item),
      wholeBefore: numberOf(whole?.before),
      wholeUrl: whole?.item.persons?.url ?? null,
      beforeUrl: whole?.before?.persons?.url ?? null,
    }
  })
}

interface ColumnsAsked {
  readonly first: string
  /** The header of the column for the whole range, such as "Total" or "Rate". */
  readonly whole: string
  readonly points: readonly ChartPoint[]
  readonly isCompared: boolean
  readonly format: ValueFormat
  readonly openPoint: ((point: Point) => void) | null
  readonly openFormula: OpenFormula | null
}

interface Opening {
  readonly url: string | null | undefined
  readonly item: TrendItem | null
  readonly place?: number
}

/**
 * Returns the columns of the table: the name, the number for the whole range, with a comparison the number
 * before and the change, then a column for each interval.
 */
export function trendColumns(asked: ColumnsAsked): ResultColumn<TrendRow>[] {
  const { first, whole, points, isCompared, format, openPoint, openFormula } = asked
  const write = (value: number | null) => (value === null ? '' : format.rounded(value))
  /**
   * Returns a function that opens the people of a cell; null if there are none. `place` is the index of the
   * interval, or absent for the whole range.
   */
  const opening = (asked: Opening, row: TrendRow, what: string, count: number | null) => {
    const { url, item, place = null } = asked
    if (openPoint === null || count === null) return null
    const { color } = row
    if (openFormula !== null && item !== null)
      return () =>
        openFormula({ item, place }, { title: `${row.entry.name} ${write(count)}, ${what}`, color })
    if (url === null || url === undefined) return null
    return () => openPoint({ peopleUrl: url, title: `${row.entry.name}, ${what}`, count, color })
  }
  const number = { isNumber: true, widthPx: 104 }
  return [
    {
      ...{ key: 'name', title: first, isNumber: false, widthPx: 220 },
      value: ({ entry }) => entry.key,
      text: ({ entry }) => entry.name,
    },
    {
      ...{ ...number, key: 'whole', title: whole },
      value: (row) => row.whole,
      text: (row) => write(row.whole),
      open: (row) => opening({ url: row.wholeUrl, item: row.entry.item }, row, 'the whole range', row.whole),
    },
    ...(isCompared
      ? [
          {
            ...{ ...number, key: 'before', title: 'Before' },
            value: (row: TrendRow) => row.wholeBefore,
            text: (row: TrendRow) => write(row.wholeBefore),
            open: (row: TrendRow) =>
              opening(
                { url: row.beforeUrl, item: row.entry.before },
                row,
                'the previous period',
                row.wholeBefore,
              ),
          },
          {
            ...{ ...number, key: 'change', title: 'Change' },
            value: (row: TrendRow) => changeValue(row, format),
            text: ({ whole: now, wholeBefore: then }: TrendRow) =>
              now === null || then === null ? '' : changeOf(now, then, format),
          },
        ]
      : []),
    ...points.map(
      ({ short, title, start = short }, index): ResultColumn<TrendRow> => ({
        ...{ key: `at ${index}`, title: short, fileTitle: start, isNumber: true, widthPx: 84 },
        value: ({ entry }) => entry.item.data[index] ?? null,
        text: ({ entry }) => write(entry.item.data[index] ?? null),
        open: (row) =>
          opening(
            { url: row.entry.item.persons_urls[index]?.url, item: row.entry.item, place: index },
            ...([row, title, row.entry.item.data[index] ?? null] as const),
          ),
      }),
    ),
  ]
}

/**
 * Returns the change as a number, for sorting and for files. For percentages it is in percentage points,
 * and otherwise it is a share of the earlier value.
 */
function changeValue({ whole, wholeBefore }: TrendRow, { kind }: ValueFormat): number | null {
  if (whole === null || wholeBefore === null) return null
  if (kind === 'percent') return whole - wholeBefore
  return wholeBefore === 0 ? null : (whole - wholeBefore) / Math.abs(wholeBefore)
}
