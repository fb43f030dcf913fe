import type { Schema } from '#web/api/results.ts'
import type { ChartData, ChartPoint } from '#web/chart/chart-data.ts'
import type { ResultColumn } from '#web/chart/table-model.ts'
import type { Point } from '#web/question/point.ts'
import { exactNumber } from '#web/ui/format.ts'

/**
 * An item of the answer: how many actors have one status in each interval. The numbers of `dormant` are
 * negative.
 */
export type LifecycleItem = Schema<'LifecycleItem'>
export type Status = LifecycleItem['status']

/** The statuses in the order of their bars, upwards from zero. The bars of `dormant` are below zero. */
const ORDER: readonly Status[] = ['returning', 'resurrecting', 'new', 'dormant']
export const STATUS_COLORS: Readonly<Record<Status, string>> = {
  new: 'var(--c3)',
  returning: 'var(--c1)',
  resurrecting: 'var(--c5)',
  dormant: 'var(--c6)',
}
const STATUS_WORDS: Readonly<Record<Status, string>> = {
  new: 'New',
  returning: 'Returning',
  resurrecting: 'Resurrecting',
  dormant: 'Dormant',
}
export const NET = 'Net'

/**
 * Returns the net number of each interval: new and resurrecting actors minus dormant ones. Returning actors
 * do not change it.
 */
export function netOf(items: readonly LifecycleItem[]): number[] {
  const counted = items.filter(({ status }) => status !== 'returning')
  return (items[0]?.days ?? []).map((_, i) => counted.reduce((sum, { data }) => sum + (data[i] ?? 0), 0))
}

export function lifecycleData(
  items: readonly LifecycleItem[],
  points: readonly ChartPoint[],
  unfinishedFrom: number,
): ChartData {
  const bars = [...items].sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
  return {
    points,
    before: null,
    unfinishedFrom,
    series: [
      ...bars.map(({ status, data }) => ({
        key: status,
        name: STATUS_WORDS[status],
        color: STATUS_COLORS[status],
        values: data,
      })),
      { key: NET, name: NET, color: 'var(--ink)', values: netOf(items), as: 'line' as const },
    ],
  }
}

export interface LifecycleRow {
  readonly key: string
  readonly name: string
  readonly color: string
  readonly values: readonly number[]
  readonly urls: readonly { readonly url: string }[]
}

/**
 * Returns the rows of the table. The row with the net number has no lists of people, because no actors
 * belong to it.
 */
export const lifecycleRows = (data: ChartData, items: readonly LifecycleItem[]): LifecycleRow[] =>
  data.series.map(({ key, name, color, values }) => ({
    ...{ key, name, color, values },
    urls: items.find(({ status }) => status === key)?.persons_urls ?? [],
  }))

/**
 * Returns the point for the actors of one status in one interval. Its count is always positive. Null for
 * the net number.
 */
export function lifecyclePoint(row: LifecycleRow, index: number, title: string): Point | null {
  const url = row.urls[index]?.url
  return url === undefined
    ? null
    : {
        peopleUrl: url,
        title: `${row.name}, ${title}`,
        count: Math.abs(row.values[index] ?? 0),
        color: row.color,
      }
}

export const lifecycleColumns = (
  points: readonly ChartPoint[],
  openPoint: ((point: Point) => void) | null,
): ResultColumn<LifecycleRow>[] => [
  {
    ...{ key: 'status', title: 'Status', isNumber: false, widthPx: 180 },
    value: ({ name }) => name,
    text: ({ name }) => name,
  },
  ...points.map(
    ({ short, title, start = short }, index): ResultColumn<LifecycleRow> => ({
      ...{ key: `at ${index}`, title: short, fileTitle: start, isNumber: true, widthPx: 84 },
      value: ({ values }) => values[index] ?? null,
      text: ({ values }) => exactNumber(values[index] ?? 0),
      open: (row) => {
        const point = lifecyclePoint(row, index, title)
        return openPoint === null || point === null ? null : () => openPoint(point)
      },
    }),
  ),
]
