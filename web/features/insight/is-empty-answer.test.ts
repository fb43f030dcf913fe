import { expect, test } from 'vitest'
import type { Results } from '#web/api/results.ts'
import {
  funnelStep,
  funnelTrendItem,
  lifecycleItem,
  retentionItem,
  retentionValue,
  trendItem,
} from '../../../test/fixtures/page-items.ts'
import { isEmptyAnswer, totalOf } from './is-empty-answer.ts'

const cohort = (...counts: readonly number[]) =>
  retentionItem({ values: counts.map((count) => retentionValue({ count })) })

test.each<[string, Results | null, boolean]>([
  ['TrendsQuery', [], true],
  ['TrendsQuery', [trendItem({ data: [0, 0], count: 0 })], true],
  ['TrendsQuery', [trendItem({ data: [0, 0] }), trendItem({ data: [0, 1] })], false],
  ['TrendsQuery', [trendItem({ data: [], aggregated_value: 3 })], false],
  ['TrendsQuery', [trendItem({ data: [], aggregated_value: 0 })], true],
  ['TrendsQuery', null, false],
  ['LifecycleQuery', [lifecycleItem({ data: [0, -2] })], false],
  ['PathsQuery', [], true],
  ['FunnelsQuery', [], true],
  ['FunnelsQuery', [funnelStep({ order: 0, count: 0 }), funnelStep({ order: 1, count: 0 })], true],
  ['FunnelsQuery', [funnelStep({ order: 0, count: 3 }), funnelStep({ order: 1, count: 0 })], false],
  ['FunnelsQuery', [[funnelStep({ order: 0, count: 0 })], [funnelStep({ order: 0, count: 1 })]], false],
  ['FunnelsQuery', [funnelTrendItem({ days: ['2026-11-19'], data: [0] })], false],
  ['RetentionQuery', [cohort(0), cohort(0)], true],
  ['RetentionQuery', [cohort(0), cohort(2, 0)], false],
  ['HogQLQuery', [], false],
])('%s with %j: %s', (kind, results, isEmpty) => {
  expect(isEmptyAnswer({ kind }, results)).toBe(isEmpty)
})

test('the total of an answer is that of its rows', () => {
  expect(totalOf([trendItem({ count: 2 }), trendItem({ aggregated_value: 3, count: 0 })])).toBe(5)
  expect(totalOf(null)).toBe(0)
  expect(
    totalOf([
      [funnelStep({ order: 0, count: 3 }), funnelStep({ order: 1, count: 2 })],
      [funnelStep({ order: 0, count: 1 })],
    ]),
  ).toBe(4)
  expect(totalOf([cohort(3, 1), cohort(2)])).toBe(5)
})
