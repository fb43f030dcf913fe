import { expect, test } from 'vitest'
import { isEmptyAnswer, totalOf } from './is-empty-answer.ts'

test.each([
  ['TrendsQuery', [], true],
  ['TrendsQuery', [{ data: [0, 0], count: 0 }], true],
  ['TrendsQuery', [{ data: [0, 0] }, { data: [0, 1] }], false],
  ['TrendsQuery', [{ data: [], aggregated_value: 3 }], false],
  ['TrendsQuery', [{ data: [], aggregated_value: 0 }], true],
  ['TrendsQuery', null, false],
  ['LifecycleQuery', [{ data: [0, -2] }], false],
  ['PathsQuery', [], true],
  ['FunnelsQuery', [], true],
  [
    'FunnelsQuery',
    [
      { order: 0, count: 0 },
      { order: 1, count: 0 },
    ],
    true,
  ],
  [
    'FunnelsQuery',
    [
      { order: 0, count: 3 },
      { order: 1, count: 0 },
    ],
    false,
  ],
  ['FunnelsQuery', [[{ order: 0, count: 0 }], [{ order: 0, count: 1 }]], false],
  ['FunnelsQuery', [{ days: ['2026-11-19'], data: [0] }], false],
  ['RetentionQuery', [{ values: [{ count: 0 }] }, { values: [{ count: 0 }] }], true],
  ['RetentionQuery', [{ values: [{ count: 0 }] }, { values: [{ count: 2 }, { count: 0 }] }], false],
  ['HogQLQuery', [], false],
])('%s with %j: %s', (kind, results, isEmpty) => {
  expect(isEmptyAnswer({ kind }, results)).toBe(isEmpty)
})

test('the total of an answer is that of its rows', () => {
  expect(totalOf([{ count: 2 }, { aggregated_value: 3, count: 0 }])).toBe(5)
  expect(totalOf(null)).toBe(0)
  expect(
    totalOf([
      [
        { order: 0, count: 3 },
        { order: 1, count: 2 },
      ],
      [{ order: 0, count: 1 }],
    ]),
  ).toBe(4)
  expect(totalOf([{ values: [{ count: 3 }, { count: 1 }] }, { values: [{ count: 2 }] }])).toBe(5)
})
