import { expect, test } from 'vitest'
import { parsePersonFilters } from './person-filters.ts'

const plan = { kind: 'filter', on: 'person', key: 'plan', operator: 'exact', values: ['pro'] }
const written = { key: 'plan', value: 'pro' }
const group = (combine: 'and' | 'or', ...members: unknown[]) => ({ kind: 'group', combine, members })

test.each<[string, unknown, unknown]>([
  ['nothing', undefined, group('and')],
  ['no text', '', group('and')],
  ['a list', [{ ...written, type: 'person' }], group('and', plan)],
  ['a list that names no type', [written, { ...written, type: null }], group('and', plan, plan)],
  ['JSON text', JSON.stringify([{ ...written, type: 'person' }]), group('and', plan)],
  [
    'groups in a group',
    { type: 'OR', values: [{ type: 'AND', values: [{ ...written, type: 'person' }] }, written] },
    group('or', group('and', plan), plan),
  ],
  ['the oldest form', { plan__exact: 'pro' }, group('and', plan)],
])('%s', (_name, value, expected) => {
  expect(parsePersonFilters(value, 'properties')).toEqual(expected)
})

test.each<[string, unknown, string, string]>([
  ['another type', [{ ...written, type: 'event' }], 'not_supported', 'properties__0__type'],
  [
    'another type in a group',
    { type: 'OR', values: [{ type: 'AND', values: [{ ...written, type: 'session' }] }] },
    'not_supported',
    'properties__values__0__values__0__type',
  ],
  ['text that is no JSON', '[{', 'invalid_input', 'properties'],
  ['a number', '7', 'invalid_input', 'properties'],
  ['a list of texts', '["plan"]', 'invalid_input', 'properties__0'],
])('%s is refused', (_name, value, code, attr) => {
  expect(() => parsePersonFilters(value, 'properties')).toThrow(expect.objectContaining({ code, attr }))
})
