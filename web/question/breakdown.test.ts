import { expect, test } from 'vitest'
import { type BreakdownAsked, readBreakdown, writeBreakdown } from './breakdown.ts'

test.each<[string, BreakdownAsked]>([
  ['none', { parts: [], limit: null }],
  ['a property', { parts: [{ type: 'person', property: 'plan' }], limit: null }],
  ['a limit', { parts: [{ type: 'event', property: 'plan' }], limit: 5 }],
  ['bins', { parts: [{ type: 'event', property: 'amount', bins: 10 }], limit: null }],
  ['a group', { parts: [{ type: 'group', property: 'plan', groupTypeIndex: 0 }], limit: null }],
  ['cohorts', { parts: [{ type: 'cohort', property: [1, 'all'] }], limit: null }],
  [
    'two',
    {
      parts: [
        { type: 'event', property: 'a', bins: 3 },
        { type: 'group', property: 'b', groupTypeIndex: 1 },
      ],
      limit: 7,
    },
  ],
])('a breakdown by %s is read as it was written', (_, asked) => {
  expect(readBreakdown(writeBreakdown(asked))).toEqual(asked)
})

test('the type of a breakdown is that of events where it is absent', () => {
  expect(readBreakdown({ breakdown: 'plan' }).parts).toEqual([{ type: 'event', property: 'plan' }])
  expect(readBreakdown({ breakdown: null, breakdown_type: 'event' }).parts).toEqual([])
})
