import { describe, expect, test } from 'vitest'
import { sql } from '#sql/fragment.ts'
import { goldenOf } from '../../../../test/fixtures/golden-statement.ts'
import { planOf, ROLLING, signedIn } from '../../../../test/fixtures/retention-plan.ts'
import type { RetentionCell } from './people.ts'
import { valuesQuery } from './queries.ts'
import { retention } from './retention.ts'
import { type EdgeResults, largestRows } from './row-edges.ts'

const golden = (name: string) => `./__golden__/${name}.sql`
const filtered = { ...signedIn, properties: [{ key: 'plan', value: 'pro' }] }
const FIRST = { retention_type: 'retention_first_time' }
const SUM = { aggregation_type: 'sum', aggregation_property: 'amount' }
const MEAN = { aggregation_type: 'avg', aggregation_property: 'age', aggregation_property_type: 'person' }

test.each([
  [[2], 3],
  [[2, 3], 1],
  [[2, null], 1],
])('a breakdown into bins of %j keeps its limit if it is among several', (bins, limit) => {
  const breakdowns = bins.map((count) => ({ property: 'size', histogram_bin_count: count }))
  expect(planOf({ breakdowns, breakdown_limit: 1 }).query.breakdown).toMatchObject({ limit })
})

describe('the statement', () => {
  test.each<[string, object, Parameters<typeof planOf>[1]]>([
    ['days-in-utc', {}, {}],
    ['weeks-of-merged-persons', { period: 'Week' }, { hasMerges: true }],
    ['days-in-berlin-of-one-event', { returning_entity: signedIn }, { timezone: 'Europe/Berlin' }],
    ['cumulative-groups', { cumulative: true, aggregation_group_type_index: 2 }, {}],
    ['more-than-64-hours', { period: 'Hour', total_intervals: 65 }, {}],
    ['two-occurrences', { minimum_occurrences: 2 }, {}],
    ['by-cohorts', { breakdown: [3, 'all'], breakdown_type: 'cohort' }, {}],
    ['rolling-days', { ...ROLLING, cumulative: true }, { hasMerges: true }],
    ['rolling-weeks-of-groups', { ...ROLLING, period: 'Week', aggregation_group_type_index: 2 }, {}],
    ['rolling-two-occurrences', { ...ROLLING, minimum_occurrences: 2 }, {}],
    ['rolling-first-time', { ...FIRST, ...ROLLING }, {}],
    ['brackets', { retention_custom_brackets: [1, 2] }, {}],
    ['brackets-cumulative', { retention_custom_brackets: [2], cumulative: true }, {}],
    ['sums', SUM, {}],
    ['sums-of-one-event', { ...SUM, returning_entity: signedIn }, {}],
    ['means-of-persons-in-brackets', { ...MEAN, retention_custom_brackets: [1, 2] }, { hasMerges: true }],
    ['sums-first-time', { ...FIRST, ...SUM }, {}],
    ['first-time', { ...FIRST, properties: filtered.properties }, {}],
    [
      'first-ever-occurrence',
      {
        retention_type: 'retention_first_ever_occurrence',
        target_entity: filtered,
        properties: [{ key: 'size', value: 5 }],
      },
      {},
    ],
  ])('%s', async (name, parameters, circumstances) => {
    const { sql } = retention.queries(planOf(parameters, circumstances)).values
    await expect(goldenOf(sql)).toMatchFileSnapshot(golden(name))
  })

  const BY_BROWSER = { breakdown: '$browser', breakdown_limit: 2 }
  const BY_TWO = {
    breakdowns: [
      { property: 'plan', type: 'person' },
      { property: 'amount', histogram_bin_count: 3 },
    ],
  }
  const edges: EdgeResults = {
    bounds: [{ property: 1, least: 2, greatest: 8 }],
    largest: [{ values: ['pro', '[2,4]'] }, { values: ['free', ''] }],
  }

  test.each<[string, object, EdgeResults]>([
    ['by-browser', BY_BROWSER, { largest: [{ values: ['Chrome'] }, { values: ['Firefox'] }] }],
    ['rolling-by-browser', { ...ROLLING, ...BY_BROWSER }, { largest: [{ values: ['Chrome'] }] }],
    ['sums-by-browser', { ...SUM, ...BY_BROWSER }, { largest: [{ values: ['Chrome'] }] }],
    ['first-time-by-browser', { ...FIRST, ...BY_BROWSER }, { largest: [{ values: ['Chrome'] }] }],
    ['by-plans-and-bins', BY_TWO, edges],
  ])('%s', async (name, parameters, { largest, ...earlier }) => {
    const plan = planOf(parameters)
    const results: EdgeResults = { ...earlier, largest: largest ?? [] }
    await expect(goldenOf(valuesQuery(plan, results))).toMatchFileSnapshot(golden(name))
    await expect(goldenOf(largestRows(plan, earlier))).toMatchFileSnapshot(golden(`${name}-largest`))
  })

  test('of the bounds of bins', async () => {
    const { bounds } = retention.queries(planOf(BY_TWO))
    await expect(goldenOf(bounds?.sql ?? sql``)).toMatchFileSnapshot(golden('bounds'))
  })

  test('of the people of a sum is that of the people of its count', () => {
    const cell = { cohort: 1, value: 2, row: null }
    const [counted, summed] = [{}, { ...SUM, minimum_occurrences: 2 }].map(
      (parameters) => retention.cells.people(planOf(parameters), cell).sql,
    )
    expect(summed).toEqual(counted)
  })

  test.each<[string, object, RetentionCell]>([
    ['people', {}, { cohort: 1, value: 2, row: null }],
    ['people-in-brackets', { retention_custom_brackets: [2, 1] }, { cohort: 0, value: 1, row: null }],
    ['rolling-people', ROLLING, { cohort: 1, value: 2, row: null }],
    ['people-of-a-browser', BY_BROWSER, { cohort: 1, value: 2, row: { values: ['Chrome'] } }],
    ['people-without-a-browser', BY_BROWSER, { cohort: 1, value: 2, row: { values: [''] } }],
  ])('of the %s behind a value', async (name, parameters, cell) => {
    const people = retention.cells.people(planOf(parameters), cell)
    await expect(goldenOf(people.sql)).toMatchFileSnapshot(golden(name))
  })
})

describe('the intervals', () => {
  const startsOf = (parameters: object, timezone = 'UTC') =>
    planOf({ total_intervals: 3, ...parameters }, { timezone }).period.buckets.map(({ day }) => day)

  test.each<[string, object, string, string[]]>([
    ['days', {}, 'UTC', ['2026-11-18', '2026-11-19', '2026-11-20']],
    ['weeks', { period: 'WEEK' }, 'UTC', ['2026-11-01', '2026-11-08', '2026-11-15']],
    ['months', { period: 'month' }, 'UTC', ['2026-09-01', '2026-10-01', '2026-11-01']],
    [
      'hours',
      { period: 'Hour' },
      'UTC',
      ['2026-11-20 10:00:00', '2026-11-20 11:00:00', '2026-11-20 12:00:00'],
    ],
    [
      'the hours of a day',
      { period: 'Hour', date_to: '2026-11-18' },
      'Asia/Kathmandu',
      ['2026-11-18 21:00:00', '2026-11-18 22:00:00', '2026-11-18 23:00:00'],
    ],
    [
      'days without the one that a zone left out',
      { date_to: '2011-12-31' },
      'Pacific/Apia',
      ['2011-12-28', '2011-12-29', '2011-12-31'],
    ],
    [
      'the weeks up to an explicit date',
      { period: 'Week', date_to: '2026-11-10', explicit_date: true },
      'UTC',
      ['2026-10-25', '2026-11-01', '2026-11-08'],
    ],
  ])('%s end with the one of date_to', (_name, parameters, timezone, days) => {
    expect(startsOf(parameters, timezone)).toEqual(days)
  })

  test('are whole, whatever the day in the last one, and end with an explicit date', () => {
    const endOf = (parameters: object) => new Date(planOf(parameters).period.toMs).toISOString()
    expect(endOf({ period: 'Week', date_to: '2026-11-10' })).toBe('2026-11-15T00:00:00.000Z')
    const explicit = { date_to: '2026-11-10', explicit_date: true }
    expect(endOf({ period: 'Week', ...explicit })).toBe('2026-11-10T00:00:00.001Z')
  })
})
