import { expect, test } from 'vitest'
import type { Filters, PropertyFilter } from '#web/api/query-node.ts'
import { completeFilters, filterPlace, readFilters, writeFilters } from './filters.ts'

const A: PropertyFilter = { type: 'event', key: 'a', operator: 'exact', value: ['1'] }
const B: PropertyFilter = { type: 'person', key: 'b', operator: 'is_set' }
const C: PropertyFilter = { type: 'event', key: 'c', operator: 'gt', value: '3' }
const WAITING: PropertyFilter = { type: 'event', key: 'd', operator: 'exact', value: [] }

test.each<[string, Filters | null | undefined, readonly (readonly PropertyFilter[])[] | null]>([
  ['nothing', undefined, []],
  ['null', null, []],
  ['an empty list', [], []],
  ['a list', [A, B], [[A, B]]],
  ['one group', { type: 'AND', values: [A, B] }, [[A, B]]],
  ['any of several', { type: 'OR', values: [A, B] }, [[A], [B]]],
  ['the form of older clients', { type: 'AND', values: [{ type: 'AND', values: [A] }] }, [[A]]],
  ['groups', { type: 'OR', values: [{ type: 'AND', values: [A, B] }, C] }, [[A, B], [C]]],
  ['all of groups', { type: 'AND', values: [{ type: 'OR', values: [A, B] }, C] }, null],
  [
    'three levels',
    { type: 'OR', values: [{ type: 'AND', values: [{ type: 'OR', values: [A, B] }] }, C] },
    null,
  ],
])('chips show %s', (_, filters, groups) => {
  expect(readFilters(filters)).toEqual(groups)
})

test('filters are written in the shortest form, and read again as they were', () => {
  expect(writeFilters([])).toBeUndefined()
  expect(writeFilters([[A, B], []])).toEqual([A, B])
  expect(readFilters(writeFilters([[A, B], [C]]))).toEqual([[A, B], [C]])
})

test('the place of a filter is the one of the form that is written', () => {
  expect(filterPlace([[A, B]], 0, 1)).toBe('1')
  expect(filterPlace([[A], [B, C]], 1, 1)).toBe('values__1__values__1')
})

test.each<[string, Filters | undefined, Filters | undefined]>([
  ['nothing', undefined, undefined],
  ['a waiting one alone', [WAITING], undefined],
  ['a waiting one among others', [A, WAITING, B], [A, B]],
  [
    'a group of a waiting one',
    { type: 'OR', values: [{ type: 'AND', values: [WAITING] }, A] },
    { type: 'OR', values: [A] },
  ],
])('a filter without its value is not asked: %s', (_, filters, asked) => {
  expect(completeFilters(filters)).toEqual(asked)
})
