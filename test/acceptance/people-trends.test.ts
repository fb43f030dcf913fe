import { beforeEach, expect, test } from 'vitest'
import { readPeople } from '../fixtures/read-people.ts'
import { useApp } from '../fixtures/use-app.ts'
import { useInsights } from '../fixtures/use-insights.ts'

const server = useApp()
const insights = useInsights(server)

const visit = (id: string, day: string, plan: string | null, session: string) => ({
  event: 'visit',
  distinct_id: id,
  timestamp: `2026-11-${day}T08:00:00Z`,
  properties: {
    ...(plan !== null && { plan }),
    $session_id: session,
    $groups: { company: plan ?? 'none' },
    $set: { city: day },
  },
})

beforeEach(() =>
  insights.capture(
    visit('ada', '17', 'pro', 's1'),
    visit('bob', '18', 'pro', 's2'),
    visit('bob', '18', 'free', 's2'),
    visit('cid', '19', null, 's3'),
    visit('dan', '20', 'team', 's4'),
    visit('dan', '20', 'pro', 's5'),
  ),
)

type Found = readonly [value: unknown, label: string | undefined, people: readonly (readonly string[])[]]

/** Returns the items of a trend with the people behind each of their numbers. */
async function peopleOf(body: object): Promise<Found[]> {
  const answer = await server.request('POST', `${insights.path}trend/`, {
    events: [{ id: 'visit', math: 'dau' }],
    date_from: '-1d',
    ...body,
  })
  expect([answer.status, answer.body.detail]).toEqual([200, undefined])
  const found: Found[] = []
  for (const item of answer.body.result) {
    const isWhole = item.aggregated_value !== undefined
    const urls = isWhole ? [item.persons.url] : item.persons_urls.map(({ url }: { url: string }) => url)
    const values = isWhole ? [item.aggregated_value] : item.data
    const people: string[][] = []
    for (const [i, url] of urls.entries()) {
      const read = await readPeople(server, url)
      expect([read.total, read.count], url).toEqual([values[i], values[i]])
      people.push(read.people.map(({ name, id }) => name ?? id).sort())
    }
    found.push([item.breakdown_value, item.compare_label, people])
  }
  return found
}

const OTHER = '$$_posthog_breakdown_other_$$'
const NONE = '$$_posthog_breakdown_null_$$'

test.each<[string, object, Found[]]>([
  [
    'the values of a breakdown, with other and none',
    { date_from: '-3d', display: 'ActionsPie', breakdown: 'plan', breakdown_limit: 1 },
    [
      ['pro', undefined, [['ada', 'bob', 'dan']]],
      [OTHER, undefined, [['bob', 'dan']]],
      [NONE, undefined, [['cid']]],
    ],
  ],
  [
    'several breakdowns',
    {
      breakdowns: [
        { property: 'plan', type: 'event' },
        { property: '$session_id', type: 'event' },
      ],
      date_from: 'dStart',
    },
    [
      [['pro', 's5'], undefined, [['dan']]],
      [['team', 's4'], undefined, [['dan']]],
    ],
  ],
  [
    'a compared period',
    { compare: true, compare_to: '-2d' },
    [
      [undefined, 'current', [['cid'], ['dan']]],
      [undefined, 'previous', [['ada'], ['bob']]],
    ],
  ],
  [
    'a cumulative display',
    { display: 'ActionsLineGraphCumulative', date_from: '-2d' },
    [[undefined, undefined, [['bob'], ['bob', 'cid'], ['bob', 'cid', 'dan']]]],
  ],
  [
    'the week before a day',
    { events: [{ id: 'visit', math: 'weekly_active' }], date_from: 'dStart' },
    [[undefined, undefined, [['ada', 'bob', 'cid', 'dan']]]],
  ],
  [
    'groups',
    { events: [{ id: 'visit', math: 'unique_group', math_group_type_index: 0 }] },
    [[undefined, undefined, [['none'], ['pro', 'team']]]],
  ],
  [
    'sessions',
    { events: [{ id: 'visit', math: 'unique_session' }] },
    [[undefined, undefined, [['s3'], ['s4', 's5']]]],
  ],
])('the people behind %s', async (_, body, expected) => {
  expect(await peopleOf(body)).toEqual(expected)
})

test('the people of a cohort in a breakdown, and of all', async () => {
  const path = `/api/projects/${insights.project.id}/cohorts/`
  const cohort = await server.request('POST', path, { name: 'Two', csv: 'ada\ndan\n' })
  const { id } = cohort.body
  const body = { breakdown: [id, 'all'], breakdown_type: 'cohort', date_from: '-3d', display: 'ActionsPie' }
  expect(await peopleOf(body)).toEqual([
    ['all', undefined, [['ada', 'bob', 'cid', 'dan']]],
    [id, undefined, [['ada', 'dan']]],
  ])
})

test('a formula has no people of its own', async () => {
  const { body } = await server.request('POST', `${insights.path}trend/`, {
    events: [{ id: 'visit', math: 'dau' }],
    formula: 'A * 2',
  })
  expect(body.result[0]).toMatchObject({ persons: null, persons_urls: [] })
})

const EVENTS = JSON.stringify([{ id: 'visit', math: 'dau' }])
test.each<[string, Record<string, string>, string]>([
  ['a value without a breakdown', { breakdown_value: 'pro' }, 'breakdown_value'],
  [
    'one value of two',
    { breakdowns: '[{"property":"plan"},{"property":"os"}]', breakdown_value: 'pro' },
    'breakdown_value',
  ],
  [
    'a cohort that is not asked for',
    { breakdown: '["all"]', breakdown_type: 'cohort', breakdown_value: '5' },
    'breakdown_value',
  ],
  ['an earlier period without a comparison', { compare_label: 'previous' }, 'compare_label'],
  ['a day of a single value', { display: 'BoldNumber', day: '2026-11-20' }, 'day'],
])('refused: %s', async (_, parameters, attr) => {
  const search = new URLSearchParams({ events: EVENTS, ...parameters })
  const { status, body } = await server.request(
    'GET',
    `/api/projects/${insights.project.id}/persons/trends/?${search}`,
  )
  expect([status, body.attr, body.detail]).toEqual([400, attr, expect.any(String)])
})
