import { describe, expect, test } from 'vitest'
import { csvText } from '#http/server/csv/csv-text.ts'
import type { FunnelItem } from '#insights/kinds/funnels/items.ts'
import type { TrendItem } from '#insights/kinds/trends/items.ts'
import { resultTable } from './result-table.ts'

const series = (label: string, data: readonly number[], customName: string | null = null) =>
  ({
    label,
    data,
    labels: ['8-Jan-2026', '9-Jan-2026'].slice(0, data.length),
    action: { custom_name: customName },
  }) as TrendItem
const step = (name: string, fields: Partial<FunnelItem> = {}) =>
  ({
    name,
    custom_name: null,
    action_id: name,
    count: 0,
    median_conversion_time: null,
    average_conversion_time: null,
    ...fields,
  }) as FunnelItem

const written = (insight: string, results: unknown) => {
  const { columns, rows } = resultTable({ filters: { insight }, query: null, results })
  return csvText([columns, ...rows])
    .split('\r\n')
    .slice(0, -1)
}
const FUNNEL_COLUMNS =
  'name,breakdown_value,action_id,count,median_conversion_time (seconds),average_conversion_time (seconds)'

describe('a trend', () => {
  test.each<[string, readonly TrendItem[], readonly string[]]>([
    ['one series', [series('signed up', [4, 7])], ['series,8-Jan-2026,9-Jan-2026', 'signed up,4,7']],
    [
      'series in their order, with their custom names',
      [series('b', [1, 0.5], 'Best'), series('a', [-2, 1e21])],
      ['series,8-Jan-2026,9-Jan-2026', 'Best,1,0.5', 'a,-2,1e+21'],
    ],
    [
      'a hostile name',
      [series('=1+1', [1]), series('a,"b"', [2])],
      ['series,8-Jan-2026', "'=1+1,1", '"a,""b""",2'],
    ],
    ['no series', [], ['series']],
  ])('%s', (_, items, lines) => {
    expect(written('TRENDS', items)).toEqual(lines)
  })
})

describe('a funnel', () => {
  test.each<[string, readonly FunnelItem[], readonly string[]]>([
    [
      'steps in their order',
      [
        step('signed up', { count: 10 }),
        step('paid', { count: 4, median_conversion_time: 60, average_conversion_time: 90.5 }),
      ],
      ['signed up,,signed up,10,,', 'paid,,paid,4,60,90.5'],
    ],
    ['the custom name', [step('a', { custom_name: '@home' })], ["'@home,,a,0,,"]],
    ['every event', [step('All events', { action_id: null })], ['All events,,,0,,']],
  ])('%s', (_, items, lines) => {
    expect(written('FUNNELS', items)).toEqual([FUNNEL_COLUMNS, ...lines])
  })
})

test('an insight without a result is a header', () => {
  expect(written('TRENDS', null)).toEqual(['series'])
  expect(written('FUNNELS', null)).toEqual([FUNNEL_COLUMNS])
})

test('the query decides the kind where an insight has both', () => {
  const query = { kind: 'InsightVizNode', source: { kind: 'FunnelsQuery' } }
  const { columns } = resultTable({ filters: { insight: 'TRENDS' }, query, results: [] })
  expect(columns.join()).toBe(FUNNEL_COLUMNS)
})
