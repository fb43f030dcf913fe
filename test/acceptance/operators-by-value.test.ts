import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/fragments/fragment.ts'
import { OPERATORS, type Operator } from '../../src/query/filter.ts'
import { parseFilters } from '../../src/query/parse-filters.ts'
import { eventsOf, STORABLE } from '../../src/sql/events.ts'
import { eventScope } from '../../src/sql/filter-scope.ts'
import { groupConditions } from '../../src/sql/filters.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

/** Values of every kind that JSON has, under the name of the kind. */
const VALUES = {
  null: null,
  empty: '',
  text: 'Paid',
  date: '2026-11-20',
  version: 'v1.2.3-beta',
  path: '/pricing/?plan=paid#top',
  number: 5,
  boolean: true,
  list: ['Paid', 5],
  object: { plan: 'Paid' },
  'empty list': [],
  'empty object': {},
} as const
type Kind = 'missing' | keyof typeof VALUES
const KINDS: readonly Kind[] = ['missing', ...(Object.keys(VALUES) as (keyof typeof VALUES)[])]
const UNSET: readonly Kind[] = ['missing', 'null']

const allBut = (...kinds: readonly Kind[]) => KINDS.filter((kind) => !kinds.includes(kind))
/** An operator and its value, with the kinds that match. */
const ROWS: readonly [Operator, unknown, readonly Kind[]][] = [
  ['exact', '', ['empty']],
  ['exact', 'Paid', ['text']],
  ['exact', 5, ['number']],
  ['exact', 'true', ['boolean']],
  ['exact', '["Paid",5]', ['list']],
  ['exact', '[]', ['empty list']],
  ['exact', '{"plan":"Paid"}', ['object']],
  ['exact', '{}', ['empty object']],
  ['exact', ['Paid', '5', '["Paid",5]'], ['text', 'number', 'list']],
  ['is_not', '', allBut('empty')],
  ['is_not', ['Paid', 5, true], allBut('text', 'number', 'boolean')],
  ['is_not', ['["Paid",5]', '{"plan":"Paid"}'], allBut('list', 'object')],
  ['icontains', 'paid', ['text', 'path', 'list', 'object']],
  ['icontains', '', allBut(...UNSET)],
  ['icontains', '"paid",5', ['list']],
  ['not_icontains', 'paid', allBut('text', 'path', 'list', 'object')],
  ['not_icontains', '5', allBut('number', 'list')],
  ['starts_with', 'PAI', ['text']],
  ['starts_with', ['/pri', '["'], ['path', 'list']],
  ['starts_with', '', allBut(...UNSET)],
  ['not_starts_with', 'pai', allBut('text')],
  ['not_starts_with', ['', 'pai'], UNSET],
  ['ends_with', '#TOP', ['path']],
  ['ends_with', ['ID', '}'], ['text', 'object', 'empty object']],
  ['ends_with', '_', allBut(...UNSET, 'empty')],
  ['not_ends_with', ']', allBut('list', 'empty list')],
  ['regex', '^[{\\[]', ['list', 'object', 'empty list', 'empty object']],
  ['regex', '^$', ['empty']],
  ['regex', 'Paid|5|true', ['text', 'number', 'boolean', 'list', 'object']],
  ['not_regex', '^[{\\[]', allBut('list', 'object', 'empty list', 'empty object')],
  ['not_regex', '.', [...UNSET, 'empty']],
  ['gt', 4, ['number']],
  ['gt', 5, []],
  ['gte', 5, ['number']],
  ['lt', 6, ['number']],
  ['lte', 4, []],
  ['lte', 5, ['number']],
  ['between', [5, 6], ['number']],
  ['not_between', [6, 7], ['number']],
  ['not_between', [5, 7], []],
  ['is_date_exact', '2026-11-20', ['date']],
  // The number 5 is read as five seconds after the beginning of 1970.
  ['is_date_before', '2026-11-21', ['date', 'number']],
  ['is_date_after', '2026-11-19', ['date']],
  ['is_cleaned_path_exact', ['/pricing', '5/'], ['path', 'number']],
  ['is_cleaned_path_exact', '/?q', ['empty']],
  // The operator reads a date as a version that is the year.
  ['semver_eq', '2026', ['date']],
  ['semver_eq', '1.2.3', ['version']],
  ['semver_eq', '5.0', ['number']],
  ['semver_neq', '1.2.3', ['number', 'date']],
  ['semver_gt', '1.2.2', ['version', 'number', 'date']],
  ['semver_gt', '1.2.3', ['number', 'date']],
  ['semver_gte', '1.2.3', ['version', 'number', 'date']],
  ['semver_lt', '1.10', ['version']],
  ['semver_lte', '5', ['version', 'number']],
  ['semver_tilde', '1.2.0', ['version']],
  ['semver_tilde', '1.1.9', []],
  ['semver_caret', '1.0', ['version']],
  ['semver_caret', '4.9', []],
  ['semver_wildcard', '1.2.*', ['version']],
  ['semver_wildcard', '5.x', ['number']],
  ['is_set', undefined, allBut(...UNSET)],
  ['is_not_set', undefined, UNSET],
]

const LEAVES = {
  'an event': { key: 'said', type: 'event' },
  'an event, under a key that the table has a column for': { key: '$host', type: 'event' },
  'a flag of an event': { key: '$feature/said', type: 'feature' },
  'a person': { key: 'said', type: 'person' },
  'a group': { key: 'said', type: 'group', group_type_index: 0 },
} as const

beforeAll(async () => {
  const said = (kind: Kind, ...keys: readonly string[]) =>
    kind === 'missing' ? {} : Object.fromEntries(keys.map((key) => [key, VALUES[kind]]))
  await server.capture(
    KINDS.flatMap((kind) => [
      { event: '$set', distinct_id: kind, properties: { $set: said(kind, 'said') } },
      {
        event: '$groupidentify',
        distinct_id: kind,
        properties: { $group_type: 'company', $group_key: kind, $group_set: said(kind, 'said') },
      },
      {
        event: 'visit',
        distinct_id: kind,
        properties: { ...said(kind, 'said', '$host', '$feature/said'), $groups: { company: kind } },
      },
    ]),
  )
})

async function matched(leaf: object): Promise<string[]> {
  const calendar = { timezone: 'UTC', weekStartDay: 0, nowMs: server.nowMs } as const
  const scope = eventScope({ projectId: 1, hasMerges: false, calendar, range: STORABLE })
  const conditions = groupConditions(parseFilters([leaf], ['properties']), scope)
  const query = sql`SELECT distinct_id ${eventsOf(1, STORABLE, [sql`event = 'visit'`, ...conditions])}`
  const rows = await server.app.engine.rows(query, { name: 'test', projectId: 1 })
  return rows.map((row) => (row as { distinct_id: string }).distinct_id)
}

test.each(Object.entries(LEAVES))('every operator on every value of %s', async (_, leaf) => {
  for (const [operator, value, kinds] of ROWS) {
    const found = await matched({ ...leaf, operator, ...(value !== undefined && { value }) })
    expect([operator, value, found.sort()]).toEqual([operator, value, [...kinds].sort()])
  }
})

test('the table has every operator', () => {
  expect(new Set(ROWS.map(([operator]) => operator))).toEqual(new Set(OPERATORS))
})

test('values are listed as filters compare them', async () => {
  for (const [path, key] of [
    ['events', 'said'],
    ['events', '$host'],
    ['persons', 'said'],
  ] as const) {
    const { body } = await server.request('GET', `/api/projects/1/${path}/values/?key=${key}`)
    const names = body.map((one: { name: string }) => one.name)
    expect(names.sort()).toEqual(
      [
        '',
        '/pricing/?plan=paid#top',
        'v1.2.3-beta',
        '2026-11-20',
        '5',
        'Paid',
        '["Paid",5]',
        '[]',
        'true',
        '{"plan":"Paid"}',
        '{}',
      ].sort(),
    )
  }
})
