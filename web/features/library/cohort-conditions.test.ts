import { describe, expect, test } from 'vitest'
import { type Condition, fromFilters, NEW_BEHAVIOR, NEW_PERSON, toFilters } from './cohort-conditions.ts'

const person: Condition = { type: 'person', key: 'plan', operator: 'exact', value: 'pro' }
const behavior: Condition = { ...NEW_BEHAVIOR, type: 'behavioral', key: 'paid' } as Condition

describe('what the form shows', () => {
  test.each([
    ['nothing', []],
    ['a property', [person]],
    ['a property that is set', [{ ...person, operator: 'is_set', value: '' }]],
    ['behaviour', [behavior]],
    [
      'negated behaviour of several times',
      [{ ...behavior, value: 'performed_event_multiple', times: 5, isNegated: true }],
    ],
    [
      'a sequence',
      [{ ...behavior, value: 'performed_event_sequence', next: 'refunded', nextDays: 3, isNegated: true }],
    ],
    ['both', [person, behavior]],
  ] as [string, Condition[]][])('%s is written and read back', (_, conditions) => {
    for (const combine of ['AND', 'OR'] as const)
      expect(fromFilters(toFilters({ combine, conditions }))).toEqual({ combine, conditions })
  })

  test('incomplete conditions are not written', () => {
    const { properties } = toFilters({
      combine: 'AND',
      conditions: [
        NEW_PERSON,
        NEW_BEHAVIOR,
        { ...person, value: '' } as Condition,
        { ...behavior, value: 'performed_event_sequence' } as Condition,
      ],
    })
    expect(properties.values).toEqual([])
  })

  test('one group around all is read as its members', () => {
    const inner = toFilters({ combine: 'OR', conditions: [person] }).properties
    expect(fromFilters({ properties: { type: 'AND', values: [inner] } })?.conditions).toEqual([person])
  })
})

test.each([
  [
    'two groups',
    [
      { type: 'AND', values: [] },
      { type: 'AND', values: [] },
    ],
  ],
  ['another cohort', [{ type: 'cohort', key: 'id', value: 5 }]],
  ['several values', [{ type: 'person', key: 'plan', operator: 'exact', value: ['a', 'b'] }]],
  ['an operator the form has not', [{ type: 'person', key: 'plan', operator: 'regex', value: 'a' }]],
  [
    'weeks',
    [{ type: 'behavioral', key: 'paid', value: 'performed_event', time_value: 2, time_interval: 'week' }],
  ],
  [
    'a sequence within hours',
    [
      {
        type: 'behavioral',
        key: 'paid',
        value: 'performed_event_sequence',
        time_value: 2,
        time_interval: 'day',
        seq_event: 'refunded',
        seq_time_value: 2,
        seq_time_interval: 'hour',
      },
    ],
  ],
  [
    'filters of events',
    [
      {
        type: 'behavioral',
        key: 'paid',
        value: 'performed_event',
        time_value: 2,
        time_interval: 'day',
        event_filters: [],
      },
    ],
  ],
])('%s is more than the form can say', (_, values) => {
  expect(fromFilters({ properties: { type: 'AND', values } })).toBeNull()
})
