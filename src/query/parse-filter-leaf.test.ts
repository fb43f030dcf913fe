import { expect, test } from 'vitest'
import type { Filter } from './filter.ts'
import type { FilterTypes } from './parse-filter-leaf.ts'
import { parseFilters } from './parse-filters.ts'
import { sentGroup } from './wire-filters.ts'

const ANY_TYPE: FilterTypes = {
  computed: ['event', 'person', 'group', 'cohort', 'session', 'element', 'hogql'],
  whenAbsent: 'event',
  place: '',
}
const property = { kind: 'filter', key: 'plan', operator: 'exact', values: ['pro'] } as const
const written = { key: 'plan', value: 'pro', operator: 'exact' }

const LEAVES: readonly [string, object, Filter][] = [
  ['event', { ...written, type: 'event' }, { ...property, on: 'event' }],
  ['person', { ...written, type: 'person' }, { ...property, on: 'person' }],
  [
    'session',
    { ...written, key: '$channel_type', type: 'session' },
    { ...property, key: '$channel_type', on: 'session' },
  ],
  ['element', { ...written, type: 'element', key: 'text' }, { ...property, on: 'element', key: 'text' }],
  ['group', { ...written, type: 'group', group_type_index: 2 }, { ...property, on: { group: 2 } }],
  [
    'cohort',
    { key: 'id', value: 7, operator: 'exact', type: 'cohort' },
    { kind: 'filter', on: 'cohort', cohortId: 7, isMember: true },
  ],
  [
    'not in a cohort',
    { key: 'id', value: 7, operator: 'not_in', type: 'cohort' },
    { kind: 'filter', on: 'cohort', cohortId: 7, isMember: false },
  ],
  [
    'hogql',
    { key: 'properties.a', type: 'hogql' },
    {
      kind: 'filter',
      on: 'hogql',
      expression: {
        text: 'properties.a',
        type: 'text',
        isAggregate: false,
        root: { kind: 'property', on: 'event', key: 'a' },
      },
    },
  ],
]

test.each(LEAVES)('a filter of type %s, and back', (_type, value, expected) => {
  const group = parseFilters([value], ['properties'], ANY_TYPE)
  expect(group).toEqual({ kind: 'group', combine: 'and', members: [expected] })
  expect(sentGroup([value])).toEqual({ type: 'AND', values: [value] })
  expect(parseFilters(sentGroup([value]), ['properties'], ANY_TYPE)).toEqual(group)
})

test('a tree of filters mixes all subjects', () => {
  const leaves = LEAVES.map(([, value]) => value)
  const tree = {
    type: 'OR',
    values: [
      { type: 'AND', values: leaves },
      { type: 'AND', values: leaves },
    ],
  }
  const parsed = parseFilters(tree, ['properties'], ANY_TYPE)
  expect(parsed).toEqual({
    kind: 'group',
    combine: 'or',
    members: [0, 1].map(() => ({
      kind: 'group',
      combine: 'and',
      members: LEAVES.map(([, , filter]) => filter),
    })),
  })
  expect(sentGroup(tree)).toEqual(tree)
})

test.each<[object, boolean]>([
  [{ negation: true }, false],
  [{ operator: 'not_in', negation: true }, true],
  [{ operator: 'in' }, true],
])('membership with %j is %j', (more, isMember) => {
  const value = [{ key: 'id', value: '7', type: 'cohort', ...more }]
  expect(parseFilters(value, ['properties'], ANY_TYPE).members).toMatchObject([{ cohortId: 7, isMember }])
})

test.each<[object, object]>([
  [{ value: [7] }, { kind: 'filter', cohortId: 7, isMember: true }],
  [{ value: ['7', 8] }, { kind: 'group', combine: 'or', members: [{ cohortId: 7 }, { cohortId: 8 }] }],
  [
    { value: [7, 8], operator: 'not_in' },
    { kind: 'group', combine: 'and', members: [{ isMember: false }, { cohortId: 8, isMember: false }] },
  ],
])('membership in a list of cohorts, %j', (more, expected) => {
  const value = [{ key: 'id', type: 'cohort', ...more }]
  expect(parseFilters(value, ['properties'], ANY_TYPE).members).toMatchObject([expected])
})

test.each<[object, string, string]>([
  [{ key: 'id', value: [], type: 'cohort' }, 'required', 'properties__0__value'],
  [{ key: 'id', value: [1, 'x'], type: 'cohort' }, 'invalid_input', 'properties__0__value__1'],
  [{ key: 'id', value: Array(101).fill(1), type: 'cohort' }, 'max_length', 'properties__0__value'],
  [{ ...written, type: 'group' }, 'required', 'properties__0__group_type_index'],
  [{ ...written, type: 'group', group_type_index: 5 }, 'max_value', 'properties__0__group_type_index'],
  [{ key: 'id', value: 'x', type: 'cohort' }, 'invalid_input', 'properties__0__value'],
  [{ key: 'id', type: 'cohort' }, 'required', 'properties__0__value'],
  [{ ...written, type: 'recording' }, 'not_supported', 'properties__0__type'],
])('%j is refused', (value, code, attr) => {
  expect(() => parseFilters([value], ['properties'], ANY_TYPE)).toThrow(
    expect.objectContaining({ kind: 'invalid', code, attr }),
  )
})
