import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

const identify = (type: string, key: string, set: object, day: number) => ({
  ...{ event: '$groupidentify', distinct_id: `$${type}_${key}`, timestamp: `2026-11-${day}T10:00:00Z` },
  properties: { $group_type: type, $group_key: key, $group_set: set },
})
beforeAll(() =>
  server.capture([
    identify('company', 'acme', { name: 'Acme Ltd', plan: 'pro', seats: 5 }, 16),
    identify('company', 'umbrella', { plan: 'free', seats: 9 }, 17),
    identify('company', 'globex', { name: 'Globex', plan: 'pro' }, 18),
    identify('team', 'acme', { plan: 'pro' }, 18),
  ]),
)

const ask = (query: object, format = '') =>
  server.request('POST', `/api/projects/1/query/${format}`, { query: { kind: 'GroupsQuery', ...query } })
async function rowsOf(query: object) {
  const { status, body } = await ask({ group_type_index: 0, ...query })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.results
}

test('groups of one type by their names, the newest first', async () => {
  const { body } = await ask({ group_type_index: 0 })
  expect(body).toMatchObject({
    columns: ['group_name'],
    types: [['group_name', 'JSON']],
    hasMore: false,
  })
  expect(body.results).toEqual([
    [{ key: 'globex', display_name: 'Globex' }],
    [{ key: 'umbrella', display_name: 'umbrella' }],
    [{ key: 'acme', display_name: 'Acme Ltd' }],
  ])
  expect(await rowsOf({ group_type_index: 1, select: ['key'] })).toEqual([['acme']])
  expect(await rowsOf({ group_type_index: 4 })).toEqual([])
})

const KEYS = { select: ['key'], orderBy: ['key'] }
test.each<[name: string, query: object, expected: unknown[][]]>([
  [
    'columns',
    { select: ['key', 'properties.plan'], orderBy: ['key DESC'], limit: 1 },
    [['umbrella', 'free']],
  ],
  [
    'an order by name',
    { select: ['key'], orderBy: ['group_name ASC'] },
    [['acme'], ['globex'], ['umbrella']],
  ],
  ['a search in names', { ...KEYS, search: 'LTD' }, [['acme']]],
  ['a search in keys', { ...KEYS, search: 'umb' }, [['umbrella']]],
  ['filters', { ...KEYS, properties: [{ key: 'plan', value: 'pro' }] }, [['acme'], ['globex']]],
  [
    'filters of their type',
    { ...KEYS, properties: [{ key: 'seats', value: 5, operator: 'gt', type: 'group', group_type_index: 0 }] },
    [['umbrella']],
  ],
  [
    'a filter on a missing property',
    { ...KEYS, properties: [{ key: 'seats', operator: 'is_not_set' }] },
    [['globex']],
  ],
  [
    'aggregates',
    { select: ['properties.plan', 'count()'] },
    [
      ['pro', 2],
      ['free', 1],
    ],
  ],
  ['a page', { ...KEYS, limit: 1, offset: 1 }, [['globex']]],
])('%s', async (_, query, expected) => {
  expect(await rowsOf(query)).toEqual(expected)
})

test('a filter without the type of its group is no unknown property', async () => {
  const properties = [{ key: 'plan', value: 'pro', type: 'group' }]
  const { body } = await ask({ group_type_index: 0, ...KEYS, properties })
  expect([body.results, body.warnings]).toEqual([[['acme'], ['globex']], undefined])
})

test('other projects have theirs', async () => {
  const { id } = await server.newProject()
  const query = { kind: 'GroupsQuery', group_type_index: 0 }
  const { body } = await server.request('POST', `/api/projects/${id}/query/`, { query })
  expect(body.results).toEqual([])
})

test('{filters} of a statement over groups are those of a type', async () => {
  const query = {
    kind: 'HogQLQuery',
    query: 'select index, key from groups where {filters} order by 1, 2',
    filters: { properties: [{ key: 'plan', value: 'pro', type: 'group', group_type_index: 1 }] },
  }
  const { body } = await server.request('POST', '/api/projects/1/query/', { query })
  expect(body.results).toEqual([[1, 'acme']])
})

describe('is refused', () => {
  test.each<[name: string, query: object, attr: string]>([
    ['without a type', {}, 'query__group_type_index'],
    ['with a type that there is not', { group_type_index: 5 }, 'query__group_type_index'],
    ['with an unknown column', { group_type_index: 0, select: ['email'] }, 'query__select__0'],
    [
      'with a filter on persons',
      { group_type_index: 0, properties: [{ key: 'plan', value: 'pro', type: 'person' }] },
      'query__properties__0__type',
    ],
    [
      'with a filter on another type',
      {
        group_type_index: 0,
        properties: [{ key: 'plan', value: 'pro', type: 'group', group_type_index: 1 }],
      },
      'query__properties__0__group_type_index',
    ],
    ['with an unknown field', { group_type_index: 0, personId: 'a' }, 'query__personId'],
  ])('%s', async (_, query, attr) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { attr } })
  })
})
