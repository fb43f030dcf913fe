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

test.each([1, 2])('the row of all further values selects itself, of %i', (count) => {
  const breakdown = breakdownOf(count)
  expect(selectRow(breakdown, toRowSelector(breakdown, 'other'), 'breakdown_value')).toBe('other')
})
