import { expect, test } from 'vitest'
import { ringPaths } from '#web/chart/pie-arcs.ts'
import { lifecycleItem, peopleAt, stickinessItem } from '../../test/fixtures/page-items.ts'
import { lifecycleData, lifecyclePoint, lifecycleRows, netOf } from './lifecycle/lifecycle-rows.ts'
import { propertyText, typeWords } from './sql/schema.ts'
import { sqlChart, sqlColumns, sqlNumber } from './sql/sql-rows.ts'
import { offsetOf, statementError } from './sql/statement-error.ts'
import { stickinessColumns, stickinessData, stickinessEntries } from './stickiness/stickiness-rows.ts'

test('stickiness: shares of those who were active at all, persons that open', () => {
  const labels = ['1 day', '2 days']
  const entries = stickinessEntries([
    stickinessItem({
      label: 'a',
      count: 40,
      data: [30, 10],
      labels,
      compare_label: 'current',
      persons_urls: [peopleAt('/1'), peopleAt('/2')],
    }),
    stickinessItem({ label: 'a', count: 10, data: [5, 5], labels, compare_label: 'previous' }),
  ])
  const data = stickinessData(entries, true, () => 'var(--c1)')
  expect(data.series[0]).toMatchObject({ values: [0.75, 0.25], before: [0.5, 0.5] })
  expect(data.points.map(({ title }) => title)).toEqual(['1 day or more', '2 days or more'])
  const columns = stickinessColumns({ entries, openPoint: null, many: 'accounts', colorOf: () => '' })
  const row = { index: 1, words: '2 days or more' }
  expect(columns.map((column) => [column.title, column.text(row)])).toEqual([
    ['Active on', '2 days or more'],
    ['Accounts', '10'],
    ['Share', '25.0\u00a0%'],
    ['Before', '50.0\u00a0%'],
    ['Change', '−25.0 pts'],
  ])
})

test('lifecycle: fixed colours, net without those who stayed, people without a sign', () => {
  const of = (status: 'new' | 'returning' | 'dormant', data: number[]) =>
    lifecycleItem({ status, data, days: ['2026-11-22'], persons_urls: [peopleAt(`/${status}`)] })
  const items = [of('new', [5]), of('returning', [20]), of('dormant', [-3])]
  expect(netOf(items)).toEqual([2])
  const data = lifecycleData(items, [{ short: '22 Nov', title: 'Sun 22 Nov' }], 1)
  expect(data.series.map(({ name, color, as }) => [name, color, as])).toEqual([
    ['Returning', 'var(--c1)', undefined],
    ['New', 'var(--c3)', undefined],
    ['Dormant', 'var(--c6)', undefined],
    ['Net', 'var(--ink)', 'line'],
  ])
  const rows = lifecycleRows(data, items)
  const points = rows.map((row) => lifecyclePoint(row, 0, 'Sun 22 Nov'))
  expect(points.map((point) => point && [point.peopleUrl, point.count])).toEqual([
    ['/returning', 20],
    ['/new', 5],
    ['/dormant', 3],
    null,
  ])
})

test('an error of a statement is split into words and place', () => {
  const statement = 'select event,\n  cont() as n'
  const error = statementError("It calls 'cont', at line 2, character 3.", statement)
  expect(error).toEqual({
    text: "It calls 'cont'.",
    place: { line: 2, character: 3 },
    source: '  cont() as n',
  })
  expect(statement.slice(offsetOf(statement, { line: 2, character: 3 }))).toBe('cont() as n')
  expect(statementError('It took too long.', statement)).toEqual({
    text: 'It took too long.',
    place: null,
    source: '',
  })
})

test('rows of a statement become a picture where they have numbers', () => {
  const table = {
    columns: ['day', 'n'],
    types: [
      ['day', 'Nullable(Date)'],
      ['n', 'UInt64'],
    ],
  }
  const rows = [
    ['2026-11-22', 4],
    ['2026-11-23', 6],
  ]
  const columns = sqlColumns(table, rows)
  expect(columns.map(({ isNumber }) => isNumber)).toEqual([false, true])
  const chart = sqlChart(columns, rows, () => '', Date.parse('2026-11-23T12:00:00Z'))
  expect(chart?.points.map(({ short }) => short)).toEqual(['22 Nov', '23 Nov'])
  expect(chart?.series.map(({ name, values }) => [name, values])).toEqual([['n', [4, 6]]])
  expect(sqlNumber(columns, rows)).toEqual({ name: 'n', value: 4 })
  expect(sqlChart(sqlColumns({ columns: ['day'] }, []), [], () => '', 0)).toBeNull()
})

test.each([
  ['plan', 'properties.plan'],
  ['$browser', 'properties.$browser'],
  ["it's", "properties['it\\'s']"],
])('the property %s in a statement', (name, text) => expect(propertyText(name)).toBe(text))

test.each([
  ["Nullable(DateTime64(6, 'UTC'))", 'date'],
  ['UInt64', 'number'],
  ['UUID', 'uuid'],
  ['Nullable(String)', 'text'],
])('the type %s is a %s', (type, words) => expect(typeWords(type)).toBe(words))

test('a ring has a part for each value above zero', () => {
  const [first, second, third] = ringPaths([3, -1, 1], 100, 50)
  expect(first).toBe('M0.00 -100.00A100 100 0 1 1 -100.00 0.00L-50.00 0.00A50 50 0 1 0 0.00 -50.00Z')
  expect(second).toBeNull()
  expect(third).toMatch(/^M-100\.00 0\.00/)
})
