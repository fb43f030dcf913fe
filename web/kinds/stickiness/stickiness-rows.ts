import type { Schema } from '#web/api/results.ts'
import type { ChartData } from '#web/chart/chart-data.ts'
import type { ResultColumn } from '#web/chart/table-model.ts'
import { changeOf, SHARES } from '#web/chart/value-format.ts'
import type { Point } from '#web/question/point.ts'
import { capital } from '#web/ui/capital.ts'
import { exactNumber } from '#web/ui/format.ts'

export type StickinessItem = Schema<'StickinessItem'>

/** A series in the current period, and in the earlier period if there is a comparison. */
export interface StickinessEntry {
  readonly key: string
  readonly name: string
  readonly item: StickinessItem
  readonly before: StickinessItem | null
}

export function stickinessEntries(items: readonly StickinessItem[]): StickinessEntry[] {
  const before = items.filter(({ compare_label }) => compare_label === 'previous')
  const uses = new Map<string, number>()
  return items
    .filter(({ compare_label }) => compare_label !== 'previous')
    .map((item, place) => {
      const name = item.action?.custom_name || item.label
      const use = (uses.get(name) ?? 0) + 1
      uses.set(name, use)
      return { key: use === 1 ? name : `${name} (${use})`, name, item, before: before[place] ?? null }
    })
}

const shareOf = ({ data, count }: StickinessItem, index: number): number =>
  count === 0 ? 0 : (data[index] ?? 0) / count

/** Returns the label of a bar in words: "3 days", or "3 days or more". */
export const activeWords = (label: string, isAtLeast: boolean): string =>
  isAtLeast ? `${label} or more` : label

/** Returns the data of the chart. The values are shares of all actors who were active at least once. */
export function stickinessData(
  entries: readonly StickinessEntry[],
  isAtLeast: boolean,
  colorOf: (name: string) => string,
): ChartData {
  const labels = entries[0]?.item.labels ?? []
  const points = labels.map((label, i) => ({ short: String(i + 1), title: activeWords(label, isAtLeast) }))
  const isCompared = entries.some(({ before }) => before !== null)
  const shares = (item: StickinessItem) => labels.map((_, i) => shareOf(item, i))
  return {
    points,
    before: isCompared ? points.map(({ short }) => ({ short, title: 'the previous period' })) : null,
    unfinishedFrom: points.length,
    series: entries.map(({ key, name, item, before }) => ({
      key,
      name,
      color: colorOf(name),
      values: shares(item),
      ...(before !== null && { before: shares(before) }),
    })),
  }
}

export interface StickinessRow {
  readonly index: number
  readonly words: string
}

/** Returns the point for the people behind one bar. */
export function stickinessPoint(
  { name, item }: StickinessEntry,
  { index, words }: StickinessRow,
  color: string,
): Point | null {
  const url = item.persons_urls[index]?.url
  const count = item.data[index]
  if (url === undefined || count === undefined) return null
  return { peopleUrl: url, title: `${name}, ${words}`, count, color }
}

interface ColumnsAsked {
  readonly entries: readonly StickinessEntry[]
  readonly openPoint: ((point: Point) => void) | null
  /** The word for the actors, in the plural. */
  readonly many: string
  colorOf(name: string): string
}

/**
 * Returns the columns of the table, which has one row for each number of intervals. Each series has columns
 * for its count and its share. With a comparison it also has its share before and the change.
 */
export function stickinessColumns({
  entries,
  openPoint,
  many,
  colorOf,
}: ColumnsAsked): ResultColumn<StickinessRow>[] {
  const isOne = entries.length === 1
  return [
    {
      ...{ key: 'active', title: 'Active on', isNumber: false, widthPx: 180 },
      value: ({ index }) => index + 1,
      text: ({ words }) => words,
    },
    ...entries.flatMap((entry): ResultColumn<StickinessRow>[] => {
      const { key, name, item, before } = entry
      const title = (words: string) => (isOne ? words : `${name}: ${words.toLowerCase()}`)
      const number = { isNumber: true, widthPx: isOne ? 112 : 160 }
      const countColumn: ResultColumn<StickinessRow> = {
        ...{ ...number, key: `${key} count`, title: title(capital(many)) },
        value: ({ index }) => item.data[index] ?? null,
        text: ({ index }) => exactNumber(item.data[index] ?? 0),
        open: (row) => {
          const point = stickinessPoint(entry, row, colorOf(name))
          return openPoint === null || point === null ? null : () => openPoint(point)
        },
      }
      const shareColumn: ResultColumn<StickinessRow> = {
        ...{ ...number, key: `${key} share`, title: title('Share') },
        value: ({ index }) => shareOf(item, index),
        text: ({ index }) => SHARES.exact(shareOf(item, index)),
      }
      if (before === null) return [countColumn, shareColumn]
      return [
        countColumn,
        shareColumn,
        {
          ...{ ...number, key: `${key} before`, title: title('Before') },
          value: ({ index }) => shareOf(before, index),
          text: ({ index }) => SHARES.exact(shareOf(before, index)),
        },
        {
          ...{ ...number, key: `${key} change`, title: title('Change') },
          value: ({ index }) => shareOf(item, index) - shareOf(before, index),
          text: ({ index }) => changeOf(shareOf(item, index), shareOf(before, index), SHARES),
        },
      ]
    }),
  ]
}
