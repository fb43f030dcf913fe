import { beforeAll, describe, expect, test } from 'vitest'
import { FUNNEL_ASKED, FUNNEL_STORY, funnelCalls } from '../fixtures/funnel-story.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const { ask } = funnelCalls(server)
beforeAll(() => server.capture(FUNNEL_STORY))

interface Listed {
  readonly id: string
  readonly explain_url: string | null
  readonly matched_events?: readonly { step: number; event: string; uuid: string; timestamp: string }[]
}

async function listed(url: string): Promise<Listed[]> {
  const { status, body } = await server.request('GET', url)
  expect([status, body.detail]).toEqual([200, undefined])
  return body.results[0].people
}
const matchedAt = (url: string) => listed(`${url}&include_matched_events=true`)
const explained = async ({ explain_url }: Listed) => (await server.request('GET', explain_url ?? '')).body

const words = ({ matched_events = [] }: Listed) =>
  matched_events.map(({ step, event, timestamp }) => `${step} ${event} ${timestamp.slice(8, 13)}`)

test('an actor has no events unless they are asked for, and always its explanation', async () => {
  const [step] = await ask({})
  for (const actor of await listed(step.converted_people_url)) {
    expect(actor).not.toHaveProperty('matched_events')
    expect((await explained(actor)).actor.id).toBe(actor.id)
  }
})

test('the events of those who reached a step, and of those who dropped', async () => {
  const [, , pay] = await ask({})
  const paid = await matchedAt(pay.converted_people_url)
  expect(paid.map(words).sort()).toEqual([
    ['1 visit 17T03', '2 sign up 17T04', '3 pay 17T06'],
    ['1 visit 18T01', '2 sign up 18T03', '3 pay 18T05'],
  ])
  const dropped = await matchedAt(pay.dropped_people_url)
  expect(dropped.map(words)).toEqual([['1 visit 18T07', '2 sign up 18T08']])
})

/** Returns the events of the best run from the explanation, in the form of `matched_events`. */
const bestRunOf = async (actor: Listed) =>
  (await explained(actor)).best_run.map(({ step, event, uuid, timestamp }: Record<string, unknown>) => ({
    ...{ step, event, uuid, timestamp },
  }))

describe.each([
  ['ordered', {}],
  ['strict', { funnel_order_type: 'strict' }],
  ['unordered', { funnel_order_type: 'unordered' }],
  ['with an exclusion', { exclusions: [{ id: 'complain', funnel_from_step: 1, funnel_to_step: 2 }] }],
  ['of sessions', { funnel_aggregate_by_hogql: 'properties.$session_id' }],
  ['of groups', { aggregation_group_type_index: 0 }],
])('%s', (_, parameters) => {
  test('the events of every step are those of the best run in the explanation', async () => {
    for (const step of await ask(parameters))
      for (const actor of await matchedAt(step.converted_people_url))
        expect(actor.matched_events).toEqual(await bestRunOf(actor))
  })
})

test('of a row of a breakdown, of an interval and of a bin', async () => {
  const [rows] = await ask({ breakdown: '$browser', breakdown_type: 'event' })
  for (const step of rows)
    for (const actor of await matchedAt(step.converted_people_url))
      expect(actor.matched_events?.length).toBeGreaterThanOrEqual(Number(step.order) + 1)
  const [trend] = await ask({ funnel_viz_type: 'trends' })
  const days = await Promise.all(trend.converted_people_urls.map(matchedAt))
  expect(days.flat().map(words).sort()).toEqual([
    ['1 visit 17T03', '2 sign up 17T04', '3 pay 17T06'],
    ['1 visit 18T01', '2 sign up 18T03', '3 pay 18T05'],
  ])
  const times = await server.request('POST', '/api/projects/1/insights/funnel/', {
    ...FUNNEL_ASKED,
    funnel_viz_type: 'time_to_convert',
  })
  const bins = await Promise.all(times.body.result.people_urls.map(matchedAt))
  expect(bins.flat().map((actor) => words(actor).length)).toEqual([3, 3])
})

test('of an optional step, if the run has it', async () => {
  const series = ['visit', 'read', 'sign up'].map((event) => ({
    ...{ kind: 'EventsNode', event },
    optionalInFunnel: event === 'read',
  }))
  const dateRange = { date_from: FUNNEL_ASKED.date_from, date_to: '2026-11-20' }
  const query = { kind: 'FunnelsQuery', series, dateRange }
  const { results } = (await server.request('POST', '/api/projects/1/query/', { query })).body
  expect(results.map(({ count }: { count: number }) => count)).toEqual([4, 1, 3])
  const done = await matchedAt(results[1].converted_people_url)
  expect(done.map(words)).toEqual([['1 visit 18T01', '2 read 18T02', '3 sign up 18T03']])
  expect(await listed(results[1].dropped_people_url)).toHaveLength(3)
  for (const actor of done) {
    const { text, steps_reached } = await explained(actor)
    expect(steps_reached).toBe(3)
    expect(text).toContain('Step 2, read (optional): 2026-11-18 02:00:00, 1 hour after step 1.')
  }
})

test('of a funnel over time optional steps are those of the run as well', async () => {
  const series = ['visit', 'read', 'sign up'].map((event) => ({
    ...{ kind: 'EventsNode', event },
    optionalInFunnel: event === 'read',
  }))
  const dateRange = { date_from: FUNNEL_ASKED.date_from, date_to: '2026-11-20' }
  const funnelsFilter = { funnelVizType: 'trends' }
  const query = { kind: 'FunnelsQuery', series, dateRange, funnelsFilter }
  const { results } = (await server.request('POST', '/api/projects/1/query/', { query })).body
  const [, ofBob] = await Promise.all(results[0].converted_people_urls.map(matchedAt))
  expect(ofBob.map(words)).toContainEqual(['1 visit 18T01', '2 read 18T02', '3 sign up 18T03'])
  for (const actor of ofBob) expect(actor.matched_events).toEqual(await bestRunOf(actor))
})

describe('events of one millisecond', () => {
  const PLANS = ['a', 'b', 'c', 'd', 'e', 'f']
  const at = (event: string, plan: string, minute: number) => ({
    ...{ event, distinct_id: 'eve' },
    timestamp: new Date(Date.UTC(2026, 10, 16, 10, minute)),
    properties: { plan },
  })
  const asked = {
    events: [{ id: 'open' }, { id: 'close', order: 1 }],
    date_from: '2026-11-16',
    breakdown: 'plan',
  }
  beforeAll(() =>
    server.capture(['open', 'close'].flatMap((event, i) => PLANS.map((plan) => at(event, plan, i)))),
  )

  test.each([
    ['all_events', {}],
    ['step', { breakdown_attribution_value: 0 }],
    ['step', { breakdown_attribution_value: 1 }],
    ['first_touch', {}],
  ])('are those of the explanation in each row, by %s %o', async (type, value) => {
    const rows = await ask({ ...asked, breakdown_attribution_type: type, ...value })
    expect(rows).toHaveLength(type === 'first_touch' ? 1 : PLANS.length)
    for (const [, close] of rows)
      for (const actor of await matchedAt(close.converted_people_url))
        expect(actor.matched_events).toEqual(await bestRunOf(actor))
  })
})

test('the text of a parameter is true or false', async () => {
  const [step] = await ask({})
  const { status, body } = await server.request(
    'GET',
    `${step.converted_people_url}&include_matched_events=maybe`,
  )
  expect([status, body.attr]).toEqual([400, 'include_matched_events'])
})
