import { describe, expect, test } from 'vitest'
import { NO_RESTRICTION } from '#query/filter.ts'
import { NO_DEFINITIONS } from '../../../test/fixtures/no-definitions.ts'
import { actionsOf, conditionsIn, readsOfCohort, referencesOf } from './cohort.ts'
import { parseCohort } from './parse-cohort.ts'

const parse = (filters: unknown, groups: readonly unknown[] = []) =>
  parseCohort(1, { isStatic: false, groups, filters })
const tree = (...values: unknown[]) => ({ properties: { type: 'AND', values } })
const paid = {
  type: 'behavioral',
  key: 'paid',
  value: 'performed_event',
  time_value: 30,
  time_interval: 'day',
}
const deed = { event: 'paid', properties: { kind: 'group', combine: 'and', members: [] } }
const behaviorOf = (more: object) => {
  const [filter] = conditionsIn(parse(tree({ ...paid, ...more })))
  return filter?.on === 'behavior' ? filter.behavior : null
}

describe('behaviour', () => {
  test.each<[string, object, object]>([
    ['at least once', {}, { kind: 'performed', from: '-30d', to: null, comparison: 'gte', times: 1 }],
    [
      'numbers as text',
      { value: 'performed_event_multiple', time_value: '2', time_interval: 'month', operator_value: '3' },
      { kind: 'performed', from: '-2m', to: null, comparison: 'gte', times: 3 },
    ],
    [
      'the older word for exactly',
      { value: 'performed_event_multiple', operator: 'eq', operator_value: 0 },
      { kind: 'performed', from: '-30d', to: null, comparison: 'exact', times: 0 },
    ],
    [
      'dates before spans',
      { explicit_datetime: '2026-01-01', explicit_datetime_to: '-1d' },
      { kind: 'performed', from: '2026-01-01', to: '-1d', comparison: 'gte', times: 1 },
    ],
    ['the first time', { value: 'performed_event_first_time' }, { kind: 'first_time', from: '-30d' }],
    [
      'stopped',
      { value: 'stopped_performing_event', seq_time_value: 12, seq_time_interval: 'hour' },
      { kind: 'stopped', from: '-30d', gapFrom: '-12h' },
    ],
    [
      'restarted',
      { value: 'restarted_performing_event', seq_time_value: 5, seq_time_interval: 'minute' },
      { kind: 'restarted', from: '-30d', gapFrom: '-5M' },
    ],
    [
      'regularly',
      {
        value: 'performed_event_regularly',
        time_value: 2,
        time_interval: 'week',
        total_periods: 3,
        min_periods: 2,
        operator_value: 1,
      },
      { kind: 'regularly', periods: ['-2w', '-4w', '-6w'], leastPeriods: 2, comparison: 'gte', times: 1 },
    ],
    [
      'a sequence',
      {
        value: 'performed_event_sequence',
        seq_event: 'refunded',
        seq_time_value: 2,
        seq_time_interval: 'month',
      },
      {
        kind: 'sequence',
        from: '-30d',
        to: null,
        next: { ...deed, event: 'refunded' },
        windowSeconds: 2 * 31 * 86_400,
      },
    ],
    [
      'a sequence that ends with an action',
      {
        value: 'performed_event_sequence',
        explicit_datetime: '2026-01-01',
        explicit_datetime_to: '-1d',
        seq_event: '5',
        seq_event_type: 'actions',
        seq_time_value: '10',
        seq_time_interval: 'minute',
      },
      {
        kind: 'sequence',
        from: '2026-01-01',
        to: '-1d',
        next: { ...deed, event: null, actionId: 5 },
        windowSeconds: 600,
      },
    ],
  ])('%s', (_name, more, expected) => {
    expect(behaviorOf(more)).toEqual(expected)
  })

  test('of the older form', () => {
    const definition = parse(null, [
      { event_id: 'paid', days: 7 },
      { event_id: 'paid', days: '7', count: '2', count_operator: 'lte', label: 'x' },
      { event_id: 'paid', start_date: '2026-01-01', end_date: '2026-02-01' },
    ])
    const common = { kind: 'filter', on: 'behavior', deed, isNegated: false }
    expect(conditionsIn(definition)).toEqual([
      { ...common, behavior: { kind: 'performed', from: '-7d', to: null, comparison: 'gte', times: 1 } },
      { ...common, behavior: { kind: 'performed', from: '-7d', to: null, comparison: 'lte', times: 2 } },
      {
        ...common,
        behavior: { kind: 'performed', from: '2026-01-01', to: '2026-02-01', comparison: 'gte', times: 1 },
      },
    ])
    expect(definition).toMatchObject({ kind: 'conditions', condition: { combine: 'or' } })
  })
})

const sequence = {
  ...paid,
  value: 'performed_event_sequence',
  seq_event: 'refunded',
  seq_time_value: 1,
  seq_time_interval: 'day',
}
const PLACE = 'filters__properties__values__0__'
test.each<[string, object, string, string]>([
  ['an unknown field', { ...paid, min: 1 }, 'unknown_field', `${PLACE}min`],
  ['no key', { ...paid, key: undefined }, 'invalid_input', `${PLACE}key`],
  ['a span without its unit', { ...paid, time_interval: null }, 'required', `${PLACE}time_interval`],
  ['an unknown unit', { ...paid, time_interval: 'fortnight' }, 'invalid_choice', `${PLACE}time_interval`],
  ['a fraction', { ...paid, time_value: 1.5 }, 'invalid_input', `${PLACE}time_value`],
  ['text for a number', { ...paid, time_value: 'x' }, 'invalid_input', `${PLACE}time_value`],
  ['no time at all', { ...paid, time_value: 0 }, 'min_value', `${PLACE}time_value`],
  [
    'a date that is none',
    { ...paid, explicit_datetime: 'soon' },
    'invalid_input',
    `${PLACE}explicit_datetime`,
  ],
  [
    'a time that ends before it begins',
    { ...paid, explicit_datetime: '-1d', explicit_datetime_to: '-2d' },
    'invalid_input',
    `${PLACE}explicit_datetime_to`,
  ],
  [
    'no number of times',
    { ...paid, value: 'performed_event_multiple' },
    'required',
    `${PLACE}operator_value`,
  ],
  [
    'an unknown comparison',
    { ...paid, value: 'performed_event_multiple', operator: 'between', operator_value: 1 },
    'invalid_choice',
    `${PLACE}operator`,
  ],
  ['no gap', { ...paid, value: 'stopped_performing_event' }, 'required', `${PLACE}seq_time_value`],
  [
    'a gap that is longer than the window',
    { ...paid, value: 'stopped_performing_event', seq_time_value: 5, seq_time_interval: 'week' },
    'invalid_input',
    `${PLACE}seq_time_value`,
  ],
  [
    'more periods than there are',
    { ...paid, value: 'performed_event_regularly', operator_value: 1, total_periods: 2, min_periods: 3 },
    'max_value',
    `${PLACE}min_periods`,
  ],
  [
    'an end of the time of a first event',
    { ...paid, value: 'performed_event_first_time', explicit_datetime: '-9d', explicit_datetime_to: '-2d' },
    'not_supported',
    `${PLACE}explicit_datetime_to`,
  ],
  ['an unknown behaviour', { ...paid, value: 'performed_nothing' }, 'not_supported', `${PLACE}value`],
  ['a sequence without its end', { ...sequence, seq_event: null }, 'required', `${PLACE}seq_event`],
  [
    'a sequence that ends with an event by number',
    { ...sequence, seq_event: 7, seq_event_type: 'events' },
    'invalid_input',
    `${PLACE}seq_event`,
  ],
  [
    'a sequence without its window',
    { ...sequence, seq_time_value: null },
    'required',
    `${PLACE}seq_time_value`,
  ],
  [
    'a sequence in an empty time',
    { ...sequence, explicit_datetime: '-1d', explicit_datetime_to: '-2d' },
    'invalid_input',
    `${PLACE}explicit_datetime_to`,
  ],
  ['an event by a number', { ...paid, key: 7, event_type: 'events' }, 'invalid_input', `${PLACE}key`],
  ['an action by a name', { ...paid, event_type: 'actions' }, 'invalid_input', `${PLACE}key`],
  ['an action by no number', { ...paid, key: '0', event_type: 'actions' }, 'invalid_input', `${PLACE}key`],
  [
    'a cohort on the events',
    { ...paid, event_filters: [{ key: 'id', type: 'cohort', value: 2 }] },
    'not_supported',
    `${PLACE}event_filters__0__type`,
  ],
  ['a cohort that is no number', { type: 'cohort', key: 'id', value: 'x' }, 'invalid_input', `${PLACE}value`],
  ['a group without values', { values: 1, type: 'AND' }, 'invalid_input', `${PLACE}values`],
  ['a text', 'paid' as never, 'invalid_input', PLACE.slice(0, -2)],
])('%s is refused', (_name, leaf, code, attr) => {
  expect(() => parse(tree(leaf))).toThrow(expect.objectContaining({ kind: 'invalid', code, attr }))
})

test.each<[string, object, string]>([
  ['count', { event_id: 'paid', days: 1, count: 'x' }, 'groups__0__count'],
  ['operator', { event_id: 'paid', days: 1, count_operator: 'like' }, 'groups__0__count_operator'],
  ['days', { event_id: 'paid', days: '-3' }, 'groups__0__days'],
  ['date', { event_id: 'paid', start_date: 'x' }, 'groups__0__start_date'],
  ['action', { action_id: 'x', days: 1 }, 'groups__0__action_id'],
  ['action beside an event', { action_id: 3, event_id: 'paid', days: 1 }, 'groups__0__action_id'],
  ['property', { properties: [{ key: 'plan' }] }, 'groups__0__properties__0__value'],
])('the older form names the place of a wrong %s', (_name, group, attr) => {
  expect(() => parse(null, [group])).toThrow(expect.objectContaining({ kind: 'invalid', attr }))
})

test('the data that a definition reads, and the cohorts that it names', () => {
  const onPerson = { key: 'since', type: 'person', value: '-7d', operator: 'is_date_after' }
  const onGroup = { key: 'size', type: 'group', group_type_index: 1, value: 5, operator: 'gt' }
  const definition = parse(
    tree(
      { ...paid, event_filters: [onGroup] },
      onPerson,
      { key: 'id', type: 'cohort', value: 4 },
      { key: 'id', type: 'static-cohort', value: '4', negation: true },
    ),
  )
  expect(referencesOf(definition)).toEqual([4])
  const { filters, ...reads } = readsOfCohort(definition, NO_DEFINITIONS)
  expect(reads).toEqual({ events: ['paid'], isStatic: false, dates: ['-30d'] })
  expect(filters.map(({ on }) => on)).toEqual(['person', 'cohort', 'cohort', { group: 1 }])
  expect(readsOfCohort({ kind: 'static', id: 9 }, NO_DEFINITIONS)).toEqual({
    events: [],
    filters: [],
    isStatic: true,
    dates: [],
  })
})

test('a sequence reads both of its events, and depends on the actions of both', () => {
  const both = parse(tree({ ...sequence, key: 5, event_type: 'actions' }, { ...sequence, seq_event: 6 }))
  expect(actionsOf(both)).toEqual([5, 6])
  expect(readsOfCohort(both, NO_DEFINITIONS).events).toEqual(['refunded', 'paid'])
})

test.each<[string, unknown, readonly unknown[]]>([
  ['by its id', tree({ ...paid, key: 5, event_type: 'actions' }), []],
  ['by its id as text', tree({ ...paid, key: '5', event_type: 'actions' }), []],
  ['by a number alone', tree({ ...paid, key: 5 }), []],
  ['of the older form', null, [{ action_id: 5, days: 30 }]],
  ['of the older form, as text', null, [{ action_id: '5', days: '30' }]],
])('an action %s is a deed', (_name, filters, groups) => {
  const definition = parse(filters, groups)
  expect(conditionsIn(definition)).toEqual([
    {
      kind: 'filter',
      on: 'behavior',
      deed: { event: null, actionId: 5, properties: deed.properties },
      behavior: { kind: 'performed', from: '-30d', to: null, comparison: 'gte', times: 1 },
      isNegated: false,
    },
  ])
  expect(actionsOf(definition)).toEqual([5])
})

test('a definition reads the events and the filters of its actions', () => {
  const isSet = { kind: 'filter', on: 'event', key: 'amount', operator: 'is_set', values: [] } as const
  const matcher = [
    { event: 'paid', filter: { ...NO_RESTRICTION, members: [isSet] } },
    { event: null, filter: { ...NO_RESTRICTION, members: [{ ...isSet, on: { group: 2 } } as const] } },
  ]
  const actions = new Map([[5, { name: 'Bought', matcher }]])
  const event_filters = [{ key: 'since', value: '-7d', operator: 'is_date_after' }]
  const definition = parse(tree({ ...paid, key: 5, event_filters }, { ...paid, key: 6 }))
  const { events, filters } = readsOfCohort(definition, { actions, cohorts: new Map() })
  expect(events).toEqual(['paid', null])
  expect(filters.map(({ on }) => on)).toEqual(['event', 'event', { group: 2 }, 'event'])
})
