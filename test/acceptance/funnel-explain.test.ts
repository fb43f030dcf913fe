import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { FUNNEL_ASKED, FUNNEL_STORY, funnelCalls, type WireStep } from '../fixtures/funnel-story.ts'
import { useApp } from '../fixtures/use-app.ts'

const DOCS = fileURLToPath(new URL('../../docs/people.md', import.meta.url))
const EXPLAIN = '/api/projects/1/persons/funnel/explain/'
const PEOPLE = ['ada', 'bob', 'cid', 'dan']

const server = useApp()
const { ask, peopleAt } = funnelCalls(server)
beforeAll(() => server.capture(FUNNEL_STORY))

const post = (parameters: object) => server.request('POST', EXPLAIN, { ...FUNNEL_ASKED, ...parameters })
async function explain(actor: string, parameters: object = {}) {
  const { status, body } = await post({ actor, ...parameters })
  expect([status, body.detail]).toEqual([200, undefined])
  return body
}

const COMPLAIN = { id: 'complain', type: 'events', funnel_from_step: 1, funnel_to_step: 2 }

describe.each(['ordered', 'strict', 'unordered'])(
  '%s: an explanation agrees with the list of people',
  (order) => {
    test.each([
      [{}],
      [{ funnel_window_interval: 2 }],
      [{ funnel_window_interval: 1 }],
      [{ date_from: '2026-11-18' }],
      [{ breakdown: '$browser', breakdown_type: 'event' }],
      [
        {
          exclusions: [order === 'unordered' ? { ...COMPLAIN, funnel_from_step: 0 } : COMPLAIN],
        },
      ],
    ])('%j', async (given) => {
      const parameters = { ...given, funnel_order_type: order }
      const result = await ask(parameters)
      // With a breakdown, the steps are asked without it, because their people are the people of all rows
      // together.
      const steps: WireStep[] = Array.isArray(result[0])
        ? await ask({ ...parameters, breakdown: '' })
        : result
      const members = await Promise.all(steps.map((step) => peopleAt(step.converted_people_url)))
      for (const person of PEOPLE) {
        const { steps_reached, is_excluded, best_run, reason, events } = await explain(person, parameters)
        expect([person, steps_reached]).toEqual([
          person,
          members.filter((ofStep) => ofStep.includes(person)).length,
        ])
        expect(is_excluded).toBe(reason === 'excluded')
        expect(reason === 'completed').toBe(steps_reached === steps.length)
        if (!is_excluded) expect(best_run).toHaveLength(steps_reached)
        const serving = events.filter(({ serves }: { serves: number | null }) => serves !== null)
        expect(serving.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
          best_run.map(({ uuid }: { uuid: string }) => uuid),
        )
      }
    })
  },
)

test('an actor of another row, and of another interval', async () => {
  const inSafari = { breakdown: '$browser', breakdown_type: 'event', funnel_step_breakdown: 'Safari' }
  const other = await explain('ada', inSafari)
  expect(other).toMatchObject({ reason: 'not_in_row', steps_reached: 0, events: [] })
  expect(other.text.split('\n')).toEqual([
    'Person ada is not in the row Safari of the breakdown.',
    'An actor is in the row of the value of its first step event that has a value.',
  ])
  const trend = { funnel_viz_type: 'trends', interval: 'day', entrance_period_start: '2026-11-18' }
  expect((await explain('ada', trend)).text.split('\n')).toEqual([
    'Person ada reached none of the 3 steps by a run that begins from 2026-11-18 00:00:00 until 2026-11-19 00:00:00.',
    'Step 1, visit: not reached. No such event takes part from 2026-11-18 00:00:00 until 2026-11-19 00:00:00.',
  ])
  expect(await explain('bob', trend)).toMatchObject({ steps_reached: 3, reason: 'completed' })
})

describe('the text', () => {
  test.each<[string, string, object, string, string[]]>([
    [
      'completed',
      'ada',
      {},
      'completed',
      [
        'Person ada reached step 3 of 3.',
        'Step 1, visit: 2026-11-17 03:00:00.',
        'Step 2, sign up: 2026-11-17 04:00:00, 1 hour after step 1.',
        'Step 3, pay: 2026-11-17 06:00:00, 2 hours after step 2.',
      ],
    ],
    [
      'too late',
      'bob',
      { funnel_window_interval: 3 },
      'too_late',
      [
        'Person bob reached step 2 of 3.',
        'Step 1, visit: 2026-11-18 01:00:00.',
        'Step 2, sign up: 2026-11-18 03:00:00, 2 hours after step 1.',
        'Step 3, pay: not reached. The window of 3 hours ended at 04:00:00; the next pay came at 05:00:00, 1 hour too late.',
      ],
    ],
    [
      'strict',
      'bob',
      { funnel_order_type: 'strict' },
      'interrupted',
      [
        'Person bob reached step 1 of 3.',
        'Step 1, visit: 2026-11-18 01:00:00.',
        'Step 2, sign up: not reached. No other event may come between steps, and read came at 02:00:00.',
      ],
    ],
    [
      'no later step',
      'cid',
      {},
      'no_later_step',
      [
        'Person cid reached step 2 of 3.',
        'Step 1, visit: 2026-11-18 07:00:00.',
        'Step 2, sign up: 2026-11-18 08:00:00, 1 hour after step 1.',
        'Step 3, pay: not reached. No such event takes part after step 2 until 2026-11-20 00:00:00, the end of the date range.',
      ],
    ],
    [
      'no first step',
      'ada',
      { date_from: '2026-11-18' },
      'no_first_step',
      [
        'Person ada reached none of the 3 steps.',
        'Step 1, visit: not reached. No such event takes part from 2026-11-18 00:00:00 until 2026-11-20 00:00:00.',
      ],
    ],
    [
      'excluded',
      'bob',
      { exclusions: [COMPLAIN] },
      'excluded',
      [
        'Person bob is excluded from the whole funnel, after step 3 of 3.',
        'Step 1, visit: 2026-11-18 01:00:00.',
        'Step 2, sign up: 2026-11-18 03:00:00, 2 hours after step 1.',
        'Step 3, pay: 2026-11-18 05:00:00, 2 hours after step 2.',
        'Excluded: complain came at 04:00:00, after step 2 and before step 3.',
      ],
    ],
    [
      'unordered',
      'dan',
      { funnel_order_type: 'unordered' },
      'no_later_step',
      [
        'Person dan reached step 1 of 3.',
        'Step 1, visit: 2026-11-19 01:00:00.',
        'Step 2, sign up or pay: not reached. No such event takes part after step 1 until 2026-11-20 00:00:00, the end of the date range.',
      ],
    ],
  ])('%s', async (_, actor, parameters, reason, lines) => {
    const found = await explain(actor, parameters)
    expect(found.reason).toBe(reason)
    expect(found.text.split('\n')).toEqual(lines)
  })
})

test('the example of docs/people.md, in the time zone of the project', async () => {
  const project = await server.newProject('Example', 'Europe/Berlin')
  const events = ['visit 09:00', 'sign up 09:30', 'pay 10:01'].map((one) => ({
    event: one.slice(0, -6),
    distinct_id: 'd1',
    timestamp: `2026-11-20T${one.slice(-5)}:00Z`,
  }))
  await server.capture(events, project.token)
  const { body } = await server.request('POST', EXPLAIN.replace('1', String(project.id)), {
    events: FUNNEL_ASKED.events,
    date_from: '2026-11-20',
    funnel_window_interval: 1,
    funnel_window_interval_unit: 'hour',
    actor: 'd1',
  })
  expect(await readFile(DOCS, 'utf8')).toContain(`\`\`\`\n${body.text}\n\`\`\``)
})

test('the whole answer', async () => {
  const found = await explain('bob', { exclusions: [COMPLAIN], date_to: '2026-11-18' })
  const [person] = (await server.request('GET', '/api/projects/1/persons/?distinct_id=bob')).body.results
  const { uuid } = person
  expect(await explain(uuid.toUpperCase(), { exclusions: [COMPLAIN] })).toMatchObject({ actor: { id: uuid } })
  expect(found).toMatchObject({
    actor: { type: 'person', id: uuid },
    steps_reached: 0,
    steps: 3,
    is_excluded: true,
    reason: 'excluded',
    has_more: false,
  })
  const at = (hour: number) => `2026-11-18T0${hour}:00:00.000Z`
  const withoutUuids = ({ uuid: _, ...event }: { uuid: string }) => event
  expect(found.best_run.map(withoutUuids)).toEqual([
    { step: 1, name: 'visit', event: 'visit', timestamp: at(1), seconds_from_step_before: null },
    { step: 2, name: 'sign up', event: 'sign up', timestamp: at(3), seconds_from_step_before: 7200 },
    { step: 3, name: 'pay', event: 'pay', timestamp: at(5), seconds_from_step_before: 7200 },
  ])
  expect(found.events.map(withoutUuids)).toEqual([
    { event: 'visit', timestamp: at(1), matches: [1], excludes: [], serves: 1 },
    { event: 'sign up', timestamp: at(3), matches: [2], excludes: [], serves: 2 },
    { event: 'complain', timestamp: at(4), matches: [], excludes: [1], serves: null },
    { event: 'pay', timestamp: at(5), matches: [3], excludes: [], serves: 3 },
  ])
})

test('the actors of groups and expressions', async () => {
  // In flat parameters 0 means persons, so a node asks for the first group type.
  const ofGroup = async (actor: string) => {
    const query = {
      kind: 'FunnelsQuery',
      series: ['visit', 'sign up', 'pay'].map((event) => ({ kind: 'EventsNode', event })),
      dateRange: { date_from: '2026-11-17', date_to: '2026-11-19' },
      aggregation_group_type_index: 0,
    }
    return (await server.request('POST', EXPLAIN, { query, actor })).body
  }
  expect(await ofGroup('beta')).toMatchObject({ actor: { type: 'group', id: 'beta' }, steps_reached: 3 })
  expect(await ofGroup('gamma')).toMatchObject({ steps_reached: 0, reason: 'no_first_step', events: [] })
  const session = { funnel_aggregate_by_hogql: 'properties.$session_id' }
  expect(await explain('cid-18', session)).toMatchObject({
    actor: { type: 'session', id: 'cid-18' },
    steps_reached: 2,
    text: expect.stringMatching(/^Session cid-18 reached step 2 of 3/),
  })
  const other = { funnel_aggregate_by_hogql: "concat(properties.$session_id, '!')" }
  expect((await explain('cid-18!', other)).text).toMatch(/^Value cid-18! reached step 2 of 3/)
})

describe('the question of a link', () => {
  test('GET with the parameters of an address of people', async () => {
    const [step] = await ask({})
    const url = new URL(step.converted_people_url, 'http://localhost')
    const asked = new URLSearchParams({
      question: url.searchParams.get('question') ?? '',
      as_of: url.searchParams.get('as_of') ?? '',
      actor: 'cid',
    })
    const { status, body } = await server.request('GET', `${EXPLAIN}?${asked}`)
    expect([status, body.steps_reached]).toEqual([200, 2])
  })
})

describe('refused', () => {
  test.each<[string, object, number, string | null]>([
    ['no actor', {}, 400, 'actor'],
    ['an empty actor', { actor: '' }, 400, 'actor'],
    ['an unknown person', { actor: 'eve' }, 404, null],
    ['a parameter of the list', { actor: 'ada', funnel_step: 1 }, 400, 'funnel_step'],
    ['a row without a breakdown', { actor: 'ada', funnel_step_breakdown: 'x' }, 400, 'funnel_step_breakdown'],
    [
      'an interval of a funnel of steps',
      { actor: 'ada', entrance_period_start: '2026-11-18' },
      400,
      'entrance_period_start',
    ],
    ['the second of two intervals, without one', { actor: 'ada', occurrence: 2 }, 400, 'occurrence'],
    ['a question in two forms', { actor: 'ada', query: { kind: 'FunnelsQuery' } }, 400, null],
  ])('%s', async (_, parameters, status, attr) => {
    const answer = await post(parameters)
    expect(answer.status).toBe(status)
    if (attr !== null) expect(answer.body.attr).toBe(attr)
  })
})
