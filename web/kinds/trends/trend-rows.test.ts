import { expect, test } from 'vitest'
import { NUMBERS } from '#web/chart/value-format.ts'
import { peopleAt, trendItem } from '../../../test/fixtures/page-items.ts'
import { type TrendItem, trendEntries } from './trend-entries.ts'
import { beforeWords, isSum, rowsTitle, type TrendQuestion } from './trend-question.ts'
import { trendColumns, trendRows } from './trend-rows.ts'

const item = (label: string, data: readonly number[], rest: Partial<TrendItem> = {}) =>
  trendItem({
    ...{ label, data },
    count: data.reduce((sum, value) => sum + value, 0),
    days: ['2026-11-22', '2026-11-23'],
    ...rest,
  })
const previous = { compare_label: 'previous' as const }

test('both periods of a series are one entry, whatever their order; names are short and differ', () => {
  const entries = trendEntries([
    item('Desktop', [1, 2], { breakdown_value: 'Desktop', compare_label: 'current' }),
    item('Other (i.e. all remaining values)', [3, 4], { breakdown_value: '$$o', compare_label: 'current' }),
    item('Other (i.e. all remaining values)', [5, 6], { breakdown_value: '$$o', ...previous }),
    item('Desktop', [7, 8], { breakdown_value: 'Desktop', ...previous }),
  ])
  expect(entries.map(({ name, before }) => [name, before?.data])).toEqual([
    ['Desktop', [7, 8]],
    ['Other', [5, 6]],
  ])
  expect(trendEntries([item('a', [1]), item('a', [2])]).map(({ key }) => key)).toEqual(['a', 'a (2)'])
})

test('the whole range is the sum of its days for events, and asked for by itself for persons and formulas', () => {
  const of = (rest: Partial<TrendQuestion>) =>
    isSum({ kind: 'TrendsQuery', series: [{ kind: 'EventsNode' }], ...rest })
  expect(of({})).toBe(true)
  expect(of({ series: [{ kind: 'EventsNode', math: 'dau' }] })).toBe(false)
  expect(of({ trendsFilter: { formula: 'A * 2' } })).toBe(false)
  expect(of({ trendsFilter: { display: 'ActionsLineGraphCumulative' } })).toBe(false)
})

test('the table has name, total, before, change and each interval; its numbers open', () => {
  const urls = { persons: peopleAt('/all'), persons_urls: [peopleAt('/0'), peopleAt('/1')] }
  const entries = trendEntries([
    item('a', [10, 12], urls),
    item('a', [8, 12], { ...previous, persons: peopleAt('/before') }),
  ])
  const [row] = trendRows(entries, null, true, () => 'var(--c1)')
  const opened: unknown[] = []
  const columns = trendColumns({
    ...{ first: 'Series', whole: 'Total', isCompared: true, format: NUMBERS },
    openFormula: null,
    points: [
      { short: '22 Nov', title: 'Sun 22 Nov' },
      { short: 'today', title: 'Mon 23 Nov' },
    ],
    openPoint: (point) => opened.push([point.peopleUrl, point.title, point.count]),
  })
  if (row === undefined) expect.unreachable()
  expect(columns.map((column) => [column.title, column.text(row), column.value(row)])).toEqual([
    ['Series', 'a', 'a'],
    ['Total', '22', 22],
    ['Before', '20', 20],
    ['Change', '+10.0\u00a0%', 0.1],
    ['22 Nov', '10', 10],
    ['today', '12', 12],
  ])
  for (const column of columns) column.open?.(row)?.()
  expect(opened).toEqual([
    ['/all', 'a, the whole range', 22],
    ['/before', 'a, the previous period', 20],
    ['/0', 'a, Sun 22 Nov', 10],
    ['/1', 'a, Mon 23 Nov', 12],
  ])
})

test('the words around a table', () => {
  const question: TrendQuestion = { kind: 'TrendsQuery', series: [] }
  expect(rowsTitle({ ...question, breakdownFilter: { breakdown: '$device_type' } })).toBe('Device type')
  expect(rowsTitle(question)).toBe('Series')
  expect(beforeWords({ ...question, compareFilter: { compare: true, compare_to: '-1y' } })).toBe(
    'a year earlier',
  )
  expect(beforeWords(question)).toBeNull()
})
