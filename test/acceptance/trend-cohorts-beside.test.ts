import { beforeAll, describe, expect, test } from 'vitest'
import { readPeople } from '../fixtures/read-people.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()
let project: TestProject
const cohorts: Record<string, number> = {}

const path = (rest: string) => `/api/projects/${project.id}/${rest}`
const visit = (distinct_id: string, browser: string | null) => ({
  event: 'visit',
  distinct_id,
  timestamp: '2026-11-20T09:00:00Z',
  properties: browser === null ? {} : { $browser: browser },
})

beforeAll(async () => {
  project = await server.newProject('Beside')
  await server.capture(
    [
      visit('ada', 'Chrome'),
      visit('ada', 'Chrome'),
      visit('ada', 'Safari'),
      visit('bob', 'Chrome'),
      visit('bob', 'Opera'),
      visit('cid', 'Safari'),
      visit('dan', null),
    ],
    project.token,
  )
  for (const [name, ids] of [
    ['Payers', ['ada', 'bob', 'dan']],
    ['Staff', ['bob']],
  ] as const) {
    const { body } = await server.request('POST', path('cohorts/'), { name, is_static: true })
    cohorts[name] = body.id
    const add = `cohorts/${body.id}/add_persons_to_static_cohort/`
    await server.request('PATCH', path(add), { distinct_ids: ids })
  }
})

const asked = (change: object = {}) => ({
  events: [{ id: 'visit', math: 'dau' }],
  date_from: 'dStart',
  display: 'ActionsTable',
  breakdowns: [
    { type: 'cohort', property: [cohorts.Payers, cohorts.Staff, 'all'] },
    { property: '$browser' },
  ],
  breakdown_limit: 4,
  ...change,
})
const trend = async (body: object) => (await server.request('POST', path('insights/trend/'), body)).body
const OTHER = '$$_posthog_breakdown_other_$$'
const NONE = '$$_posthog_breakdown_null_$$'

describe('cohorts among several breakdowns', () => {
  test('have rows of their own, each with the events of its persons and with its own others', async () => {
    const { result } = await trend(asked())
    const { Payers, Staff } = cohorts
    // biome-ignore lint/suspicious/noExplicitAny: items of an answer
    expect(result.map((one: any) => [one.label, one.breakdown_value, one.aggregated_value])).toEqual([
      ['Payers::Chrome', [`${Payers}`, 'Chrome'], 2],
      ['all users::Chrome', ['all', 'Chrome'], 2],
      ['all users::Safari', ['all', 'Safari'], 2],
      ['Staff::Chrome', [`${Staff}`, 'Chrome'], 1],
      ['Payers::Other (i.e. all remaining values)', [`${Payers}`, OTHER], 2],
      ['Staff::Other (i.e. all remaining values)', [`${Staff}`, OTHER], 1],
      ['all users::Other (i.e. all remaining values)', ['all', OTHER], 1],
      ['Payers::None (i.e. no value)', [`${Payers}`, NONE], 1],
      ['all users::None (i.e. no value)', ['all', NONE], 1],
    ])
  })

  test('count the people behind each row', async () => {
    for (const change of [{}, { offset: 2 }, { breakdown_limit: 1 }]) {
      const { result } = await trend(asked(change))
      expect(result.length).toBeGreaterThan(2)
      for (const { aggregated_value: value, persons } of result) {
        const { total, people } = await readPeople(server, persons.url)
        expect([total, people.length], persons.url).toEqual([value, value])
      }
    }
  })

  test('stand at the place that they have in the list, and have pages', async () => {
    const breakdowns = asked().breakdowns.toReversed()
    const pages = []
    for (let offset: string | null = '0'; offset !== null; ) {
      const { result, next } = await trend(
        asked({ breakdowns, offset, breakdown_hide_other_aggregation: true }),
      )
      pages.push(result.map(({ label }: { label: string }) => label))
      offset = next && new URL(next).searchParams.get('offset')
    }
    expect(pages).toEqual([
      [
        'Chrome::Payers',
        'Chrome::all users',
        'Safari::all users',
        'Chrome::Staff',
        'None (i.e. no value)::Payers',
        'None (i.e. no value)::all users',
      ],
      ['Opera::Payers', 'Opera::Staff', 'Opera::all users', 'Safari::Payers'],
    ])
  })

  test('alone in the list are a breakdown by cohorts', async () => {
    const { result } = await trend(asked({ breakdowns: [{ type: 'cohort', property: cohorts.Staff }] }))
    expect(result).toMatchObject([{ label: 'Staff', breakdown_value: cohorts.Staff, aggregated_value: 1 }])
  })

  test('that the project does not have are warned of, and are left out by a bold number', async () => {
    const breakdowns = [{ type: 'cohort', property: 987_654 }, { property: '$browser' }]
    const unknown = await trend(asked({ breakdowns }))
    expect([unknown.result, unknown.warnings]).toMatchObject([[], [{ code: 'unknown_cohort' }]])
    const bold = await trend(asked({ display: 'BoldNumber' }))
    expect([bold.result.length, bold.warnings]).toMatchObject([1, [{ code: 'breakdown_left_out' }]])
  })
})

test.each<[string, object, string, string]>([
  [
    'twice',
    {
      breakdowns: [
        { type: 'cohort', property: 1 },
        { type: 'cohort', property: 2 },
        { property: '$browser' },
      ],
    },
    'not_supported',
    'breakdowns__1__type',
  ],
  [
    'into bins',
    { breakdowns: [{ type: 'cohort', property: 1, histogram_bin_count: 3 }, { property: '$browser' }] },
    'invalid_input',
    'breakdowns__0__histogram_bin_count',
  ],
  [
    'of no number',
    { breakdowns: [{ property: '$browser' }, { type: 'cohort', property: ['x'] }] },
    'invalid_input',
    'breakdowns__1__property',
  ],
  [
    'beside a list of properties',
    { breakdowns: [{ property: ['$browser', '$os'] }, { type: 'cohort', property: 1 }] },
    'invalid_input',
    'breakdowns__0__property',
  ],
])('cohorts %s are refused', async (_name, change, code, attr) => {
  const { status, body } = await server.request('POST', path('insights/trend/'), asked(change))
  expect([status, body.code, body.attr]).toEqual([400, code, attr])
})

test('people are of a cohort that the breakdown has', async () => {
  const of = (value: unknown[]) => ({ ...asked(), breakdown_value: JSON.stringify(value) })
  for (const value of [['4321', 'Chrome'], ['Chrome'], ['all', 'Chrome', 'x']]) {
    const { status, body } = await server.request('POST', path('persons/trends/'), of(value))
    expect([status, body.attr]).toEqual([400, 'breakdown_value'])
  }
})

test('a funnel has cohorts alone', async () => {
  const events = [{ id: 'visit' }, { id: 'visit', order: 1 }]
  const { status, body } = await server.request('POST', path('insights/funnel/'), {
    events,
    breakdowns: [{ type: 'cohort', property: 1 }, { property: '$browser' }],
  })
  expect([status, body.code, body.attr]).toEqual([400, 'not_supported', 'breakdowns__0__type'])
})
