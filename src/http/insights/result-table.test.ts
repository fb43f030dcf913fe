import { describe, expect, test } from 'vitest'
import { csvText } from '#http/server/csv/csv-text.ts'
import type { CachedResult } from '#insights/answering/cached-result.ts'
import type { FunnelAnswer, FunnelStep } from '#insights/kinds/funnels/answer.ts'
import type { TrendAnswer, TrendRow } from '#insights/kinds/trends/shape.ts'
import { funnelQuestion, trendQuestion } from '../../../test/fixtures/questions.ts'
import { resultTable } from './result-table.ts'

const written = (result: Pick<CachedResult, 'query' | 'answer'> | null) => {
  const { columns, rows } = resultTable(result)
  return csvText([columns, ...rows])
    .split('\r\n')
    .slice(0, -1)
}

/** A series of a trend: its name, its custom name and its numbers. */
type Series = readonly [name: string, custom: string | null, data: readonly number[]]
function trendOf(series: readonly Series[]) {
  const events = [['any', null, []] as const, ...series].slice(series.length > 0 ? 1 : 0)
  const query = trendQuestion({
    events: events.map(([id, custom_name], order) => ({ id, custom_name, order })),
  })
  const rows = series.map(
    ([label, , data], place): TrendRow => ({
      ...{
        period: 'current',
        place,
        row: null,
        label,
        rowLabel: null,
        count: 0,
        data,
        total: null,
        days: [],
      },
      labels: ['8-Jan-2026', '9-Jan-2026'].slice(0, data.length),
      incompleteDays: [],
    }),
  )
  const answer: TrendAnswer = { rows, hasMore: false }
  return { query, answer }
}

const step = (count: number, [median, average]: readonly [number | null, number | null]): FunnelStep => ({
  ...{ count, averageConversionSeconds: average, medianConversionSeconds: median, openCount: null },
})
/** A funnel of events with custom names, whose numbers are `found`. */
function funnelOf(events: readonly object[], found: readonly FunnelStep[]) {
  const query = funnelQuestion({ events: events.map((event, order) => ({ order, ...event })) })
  const answer: FunnelAnswer = { kind: 'steps', rows: [{ row: null, words: null, steps: found }] }
  return { query, answer }
}
const NO_TIME = [null, null] as const
const FUNNEL_COLUMNS =
  'name,breakdown_value,action_id,count,median_conversion_time (seconds),average_conversion_time (seconds)'

describe('a trend', () => {
  test.each<[string, readonly Series[], readonly string[]]>([
    ['one series', [['signed up', null, [4, 7]]], ['series,8-Jan-2026,9-Jan-2026', 'signed up,4,7']],
    [
      'series in their order, with their custom names',
      [
        ['b', 'Best', [1, 0.5]],
        ['a', null, [-2, 1e21]],
      ],
      ['series,8-Jan-2026,9-Jan-2026', 'Best,1,0.5', 'a,-2,1e+21'],
    ],
    [
      'a hostile name',
      [
        ['=1+1', null, [1]],
        ['a,"b"', null, [2]],
      ],
      ['series,8-Jan-2026', "'=1+1,1", '"a,""b""",2'],
    ],
    ['no series', [], ['series']],
  ])('%s', (_, series, lines) => {
    expect(written(trendOf(series))).toEqual(lines)
  })
})

describe('a funnel', () => {
  test.each<[string, ReturnType<typeof funnelOf>, readonly string[]]>([
    [
      'steps in their order',
      funnelOf([{ id: 'signed up' }, { id: 'paid' }], [step(10, NO_TIME), step(4, [60, 90.5])]),
      ['signed up,,signed up,10,,', 'paid,,paid,4,60,90.5'],
    ],
    ['the custom name', funnelOf([{ id: 'a', custom_name: '@home' }], [step(0, NO_TIME)]), ["'@home,,a,0,,"]],
    ['every event', funnelOf([{ id: null }], [step(0, NO_TIME)]), ['All events,,,0,,']],
  ])('%s', (_, result, lines) => {
    expect(written(result)).toEqual([FUNNEL_COLUMNS, ...lines])
  })
})

test('an insight without a question is the header of a trend', () => {
  expect(written(null)).toEqual(written(trendOf([])))
})
