import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

const at = (time: string, day = 18) => `2026-11-${day}T${time}:00Z`
const did = (who: string, event: string, time: string, properties = {}) => ({
  event,
  distinct_id: who,
  timestamp: at(time),
  properties,
})

beforeAll(() =>
  server.capture([
    did('ann', 'visit', '10:00'),
    did('ann', 'sign up', '10:10'),
    did('ann', 'visit', '10:20'),
    did('ann', 'pay', '10:30'),
    ...['bea', 'cal', 'dee'].map((who) =>
      did(who, 'open', '09:00', { plan: who === 'bea' ? 'pro' : 'free' }),
    ),
    ...['bea', 'cal'].map((who) => did(who, 'read', '09:10', { plan: 'pro', tier: 2 })),
    did('bea', 'buy', '09:20'),
  ]),
)

/** Returns the answer of a query node. */
async function query(node: object) {
  const { status, body } = await server.request('POST', '/api/projects/1/query/', { query: node })
  expect([status, body.detail]).toEqual([200, undefined])
  return body
}

const funnel = (events: string, more: object = {}) => ({
  kind: 'FunnelsQuery',
  series: events.split(', ').map((event) => ({
    kind: 'EventsNode',
    event: event.replace('?', ''),
    ...(event.endsWith('?') && { optionalInFunnel: true }),
  })),
  dateRange: { date_from: '2026-11-17', date_to: '2026-11-19' },
  ...more,
})

/** Returns the distinct ids of the people at a link of an answer, in order. */
async function peopleAt(url: string, more = ''): Promise<string[]> {
  const { status, body } = await server.request('GET', `${url}${more}`)
  expect([status, body.detail]).toEqual([200, undefined])
  return body.results[0].people.map((one: { distinct_ids: string[] }) => one.distinct_ids[0]).sort()
}

const countsOf = ({ results }: { results: { count: number }[] }) => results.map(({ count }) => count)

describe('an optional step only adds', () => {
  test.each(['visit, sign up, pay', 'visit, sign up?, pay'])('%s: all three are done', async (events) => {
    const answer = await query(funnel(events))
    expect(countsOf(answer)).toEqual([1, 1, 1])
    const [, signUp] = answer.results
    expect(await peopleAt(signUp.converted_people_url)).toEqual(['ann'])
    expect(await peopleAt(signUp.dropped_people_url)).toEqual([])
    expect(signUp.average_conversion_time).toBe(600)
  })

  test('its explanation and the events in lists of people are those of that run, also over time', async () => {
    const [, , pay] = (await query(funnel('visit, sign up?, pay'))).results
    const [trend] = (
      await query(funnel('visit, sign up?, pay', { funnelsFilter: { funnelVizType: 'trends' } }))
    ).results
    for (const url of [pay.converted_people_url, trend.converted_people_urls[1]]) {
      const { body } = await server.request('GET', `${url}&include_matched_events=true`)
      const [ann] = body.results[0].people
      const explained = (await server.request('GET', ann.explain_url)).body
      for (const events of [ann.matched_events, explained.best_run])
        expect(
          events.map(
            ({ event, timestamp }: Record<string, string>) => `${event} ${timestamp?.slice(11, 16)}`,
          ),
        ).toEqual(['visit 10:00', 'sign up 10:10', 'pay 10:30'])
    }
  })
})

describe('a funnel of one step', () => {
  test.each(['ordered', 'strict', 'unordered'])('%s: answers with its count', async (funnelOrderType) => {
    const [step, second] = (await query(funnel('open', { funnelsFilter: { funnelOrderType } }))).results
    expect([step.count, second]).toEqual([3, undefined])
    expect(await peopleAt(step.converted_people_url)).toEqual(['bea', 'cal', 'dee'])
  })
})

const OPENED = funnel('open, read, buy')
const byPlan = { ...OPENED, breakdownFilter: { breakdown: 'plan', breakdown_type: 'event' } }

/** Returns the distinct ids of the actors that a node selects, and the warnings of the answer. */
async function actors(source: object, more: object = {}) {
  const answer = await query({ kind: 'ActorsQuery', select: ['distinct_ids'], source, ...more })
  return answer.results.flat(2).sort()
}
const funnelActors = (source: object, more: object) => actors({ kind: 'FunnelsActorsQuery', source, ...more })

describe('the row of a breakdown', () => {
  test.each([
    ['pro', ['bea']],
    [['pro'], ['bea']],
    [['free'], ['cal', 'dee']],
  ])('funnelStepBreakdown %j', async (funnelStepBreakdown, expected) => {
    expect(await funnelActors(byPlan, { funnelStep: 1, funnelStepBreakdown })).toEqual(expected)
  })
  test.each(['pro', ['pro']])('breakdown %j of a trend', async (breakdown) => {
    const source = {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'open', math: 'dau' }],
      dateRange: OPENED.dateRange,
      breakdownFilter: byPlan.breakdownFilter,
    }
    expect(await actors({ kind: 'InsightActorsQuery', source, series: 0, breakdown })).toEqual(['bea'])
  })
  test.each([2, [2], '2', ['2']])(
    '%j, a number, also of a breakdown in a list',
    async (funnelStepBreakdown) => {
      const breakdowns = [{ property: 'tier', type: 'event' }]
      const asked = { ...OPENED, series: OPENED.series.slice(1), breakdownFilter: { breakdowns } }
      expect(await funnelActors(asked, { funnelStep: 1, funnelStepBreakdown })).toEqual(['bea', 'cal'])
    },
  )
})

describe('funnelCustomSteps: who reached exactly these steps', () => {
  test.each([
    [[1], ['dee']],
    [[2], ['cal']],
    [
      [1, 3],
      ['bea', 'dee'],
    ],
  ])('%j', async (funnelCustomSteps, expected) => {
    // Clients send the step in addition to the list. The list takes precedence over the step.
    expect(await funnelActors(OPENED, { funnelStep: 1, funnelCustomSteps })).toEqual(expected)
  })
  test.each([[[4]], [[0]], [[]]])('%j is no such list', async (funnelCustomSteps) => {
    const source = { kind: 'FunnelsActorsQuery', source: OPENED, funnelCustomSteps }
    const { status, body } = await server.request('POST', '/api/projects/1/query/', {
      query: { kind: 'ActorsQuery', source },
    })
    expect([status, body.attr]).toEqual([400, 'query__source__funnelCustomSteps'])
  })
})

test.each([
  '2026-11-18',
  '2026-11-18 00:00:00',
  '2026-11-18T00:00:00Z',
  '2026-11-18T00:00:00.000Z',
  '2026-11-18T00:00:00',
])(
  'funnelTrendsEntrancePeriodStart %s is the start of an interval',
  async (funnelTrendsEntrancePeriodStart) => {
    const trends = { ...OPENED, funnelsFilter: { funnelVizType: 'trends' } }
    const asked = { funnelTrendsEntrancePeriodStart, funnelTrendsDropOff: true }
    expect(await funnelActors(trends, asked)).toEqual(['cal', 'dee'])
  },
)

test('the people of a number page by offset as well as by cursor', async () => {
  const [step] = (await query(OPENED)).results
  const url = `${step.converted_people_url}&limit=1`
  const pages = []
  for (const offset of [0, 1, 2, 3]) pages.push(await peopleAt(url, `&offset=${offset}`))
  expect(pages.flat().sort()).toEqual(['bea', 'cal', 'dee'])
  expect(pages[3]).toEqual([])
  // A client that counts can continue by the cursor.
  const { body } = await server.request('GET', `${url}&offset=1`)
  expect(await peopleAt(body.next.replace(/^http:\/\/[^/]+/, ''))).toEqual(pages[2])
  const both = await server.request('GET', `${body.next.replace(/^http:\/\/[^/]+/, '')}&offset=1`)
  expect([both.status, both.body.attr]).toEqual([400, 'offset'])
})

test('the people of a correlation are at the address of its funnel too', async () => {
  const body = {
    query: { kind: 'FunnelCorrelationQuery', source: funnel('open, buy'), funnelCorrelationType: 'events' },
    funnel_correlation_person_converted: true,
    funnel_correlation_person_entity: 'read',
  }
  const listed = ['correlation', 'funnel/correlation'].map(async (path) => {
    const answer = await server.request('POST', `/api/projects/1/persons/${path}/`, body)
    expect([answer.status, answer.body.detail]).toEqual([200, undefined])
    return answer.body.results[0].people.map(
      ({ distinct_ids }: { distinct_ids: string[] }) => distinct_ids[0],
    )
  })
  expect(await Promise.all(listed)).toEqual([['bea'], ['bea']])
})

describe('what an answer does not have is a warning', () => {
  const warned = async (node: object) => (await query(node)).warnings

  test.each([
    ['a row of a funnel', byPlan, { funnelStep: 1, funnelStepBreakdown: ['gold'] }, 'funnelStepBreakdown'],
    [
      'a row of a funnel over time',
      { ...byPlan, funnelsFilter: { funnelVizType: 'trends' } },
      { funnelStep: 1, funnelStepBreakdown: 'gold' },
      'funnelStepBreakdown',
    ],
  ])('%s', async (_, source, selected, field) => {
    const node = { kind: 'ActorsQuery', source: { kind: 'FunnelsActorsQuery', source, ...selected } }
    expect(await warned(node)).toMatchObject([{ code: 'unknown_row', attr: `query__source__${field}` }])
  })

  test('a row of a trend, and none for a row without anybody at one of its numbers', async () => {
    const source = {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'open', math: 'dau' }],
      dateRange: OPENED.dateRange,
      breakdownFilter: byPlan.breakdownFilter,
    }
    const of = (breakdown: string) => ({
      kind: 'ActorsQuery',
      source: { kind: 'InsightActorsQuery', source, series: 0, day: '2026-11-17', breakdown },
    })
    expect(await warned(of('gold'))).toMatchObject([
      { code: 'unknown_row', attr: 'query__source__breakdown' },
    ])
    expect(await warned(of('pro'))).toBeUndefined()
    const [step] = (await query(byPlan)).results[0]
    const { body } = await server.request(
      'GET',
      `${step.converted_people_url.replace(/funnel_step_breakdown=[^&]*/, 'funnel_step_breakdown=gold')}`,
    )
    expect(body.warnings).toMatchObject([{ code: 'unknown_row', attr: 'funnel_step_breakdown' }])
  })

  test('a start point, an end point and an exclusion of paths', async () => {
    const paths = (pathsFilter: object) => ({
      kind: 'PathsQuery',
      dateRange: OPENED.dateRange,
      pathsFilter: { includeEventTypes: ['custom_event'], ...pathsFilter },
    })
    expect(await warned(paths({ startPoint: 'opne' }))).toMatchObject([
      { code: 'unknown_point', attr: 'query__pathsFilter__startPoint' },
    ])
    expect(await warned(paths({ endPoint: 'opne' }))).toMatchObject([
      { code: 'unknown_point', attr: 'query__pathsFilter__endPoint' },
    ])
    expect(await warned(paths({ excludeEvents: ['opne', '/prices'] }))).toMatchObject([
      { code: 'unknown_event', attr: 'query__pathsFilter__excludeEvents__0' },
      { code: 'unknown_item', attr: 'query__pathsFilter__excludeEvents__1' },
    ])
    expect(await warned(paths({ startPoint: 'open', excludeEvents: ['read'] }))).toBeUndefined()
  })

  test('a person', async () => {
    const personId = '01890000-0000-7000-8000-000000000000'
    expect(await warned({ kind: 'EventsQuery', select: ['event'], personId })).toMatchObject([
      { code: 'unknown_person', attr: 'query__personId' },
    ])
  })
})

test('a trend whose conversion goal is null is a trend without one, and any other is refused', async () => {
  const trend = {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: 'open' }],
    dateRange: OPENED.dateRange,
  }
  expect((await query({ ...trend, conversionGoal: null })).results[0].data).toEqual([0, 3, 0])
  const answer = await server.request('POST', '/api/projects/1/query/', {
    query: { ...trend, conversionGoal: { actionId: 1 } },
  })
  expect([answer.status, answer.body.code, answer.body.attr]).toEqual([
    400,
    'invalid_input',
    'query__conversionGoal',
  ])
})
