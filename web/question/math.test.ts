import { expect, test } from 'vitest'
import { type MathChoice, mathName, mathOptions, withMath } from './math.ts'

const GROUPS = [{ index: 0, singular: 'account', plural: 'accounts' }]

test.each<[MathChoice, string]>([
  [{}, 'events'],
  [{ math: 'dau' }, 'unique persons'],
  [{ math: 'unique_group', math_group_type_index: 0 }, 'unique accounts'],
  [{ math: 'unique_group', math_group_type_index: 3 }, 'unique groups'],
  [{ math: 'sum', math_property: 'amount' }, 'sum of amount'],
  [{ math: 'sum', math_property: 'amount', math_multiplier: 0.01 }, 'sum of amount × 0.01'],
  [{ math: 'median', math_property: '$session_duration' }, 'median of Session duration'],
  [{ math: 'avg_count_per_actor' }, 'average events per person'],
  [{ math: 'hogql' }, 'an expression'],
])('%j is called %s', (choice, name) => {
  expect(mathName(choice, 'total', GROUPS)).toBe(name)
})

test('the options are the maths of the kind alone, with each type of groups', () => {
  expect(mathOptions(['dau', 'total', 'unique_group'], GROUPS).map(({ label }) => label)).toEqual([
    'events',
    'unique persons',
    'unique accounts',
  ])
})

test('another math leaves nothing of the one before', () => {
  const series = {
    kind: 'EventsNode',
    event: 'paid',
    math: 'sum',
    math_property: 'amount',
    math_multiplier: 2,
  } as const
  expect(withMath(series, { math: 'dau' })).toEqual({ kind: 'EventsNode', event: 'paid', math: 'dau' })
})
