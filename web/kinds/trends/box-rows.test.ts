import { expect, test } from 'vitest'
import { boxPlotDatum, peopleAt, trendItem } from '../../../test/fixtures/page-items.ts'
import { boxRows } from './box-rows.ts'
import { type TrendItem, trendEntries } from './trend-entries.ts'

const box = (day: string, median: number) =>
  boxPlotDatum({ day, min: 1, p25: 2, median, p75: 8, max: 9, mean: 4, count: 3 })
const item = (period: 'current' | 'previous', boxes: TrendItem['boxplot_data']) =>
  trendItem({
    ...{ label: 'paid', count: 3, data: [3], days: ['2026-11-20'] },
    compare_label: period,
    persons_urls: [peopleAt(`/people/${period}`)],
    ...(boxes && { boxplot_data: boxes }),
  })

test('the boxes of both periods have their dates and their people', () => {
  const entries = trendEntries([
    item('current', [box('2026-11-20', 3)]),
    item('previous', [box('2026-11-19', 5)]),
  ])
  const rows = boxRows(entries, (day) => `on ${day}`)
  expect(rows.map(({ name, date, box: { median }, peopleUrl }) => [name, date, median, peopleUrl])).toEqual([
    ['paid', 'on 2026-11-20', 3, '/people/current'],
    ['paid', 'on 2026-11-19', 5, '/people/previous'],
  ])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2)
})

test('an answer of an older server has none', () => {
  expect(boxRows(trendEntries([item('current', undefined)]), String)).toEqual([])
})
