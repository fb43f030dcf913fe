import { expect, test } from 'vitest'
import type { Breakdown } from '#query/breakdown.ts'
import { selectRow, toRowSelector } from './select-row.ts'

const by = { property: { on: 'event', key: 'plan' }, bins: null, cutsUrl: false }
const breakdownOf = (count: number) =>
  ({ kind: 'properties', by: Array(count).fill(by), isList: count > 1, limit: 10 }) as unknown as Breakdown

const [OTHER, NONE] = ['$$_posthog_breakdown_other_$$', '$$_posthog_breakdown_null_$$']

test.each([
  [['pro']],
  [['']],
  [[OTHER]],
  [[NONE]],
  [[`\\${OTHER}`]],
  [[`\\\\${NONE}`]],
  [['\\pro']],
  [[OTHER, NONE]],
  [[OTHER, OTHER]],
  [['', NONE]],
])('the row of %j selects itself', (values) => {
  const breakdown = breakdownOf(values.length)
  expect(selectRow(breakdown, toRowSelector(breakdown, { values }), 'breakdown_value')).toEqual({ values })
})

test.each([
  [1, ['pro'], ['pro']],
  [1, [7], ['7']],
  [1, 7.5, ['7.5']],
  // This value looks like a list.
  [1, '["pro"]', ['["pro"]']],
  [2, ['pro', 7], ['pro', '7']],
])('of %i values clients send %j', (count, value, values) => {
  expect(selectRow(breakdownOf(count), value, 'breakdown_value')).toEqual({ values })
})

test('the only value of a list is taken without the list', () => {
  const breakdown = { ...breakdownOf(1), isList: true } as Breakdown
  for (const value of ['pro', ['pro'], '["pro"]'])
    expect(selectRow(breakdown, value, 'breakdown_value')).toEqual({ values: ['pro'] })
})

test.each([1, 2])('the row of all further values selects itself, of %i', (count) => {
  const breakdown = breakdownOf(count)
  expect(selectRow(breakdown, toRowSelector(breakdown, 'other'), 'breakdown_value')).toBe('other')
})
