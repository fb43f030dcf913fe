import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'
import { EVERYTHING } from './filter-definition.ts'
import { definedFunnel } from './funnel-answer-definition.ts'
import { asked as askedFunnel } from './funnel-case.ts'
import type { DefinedStep } from './funnel-result-definition.ts'
import {
  eventsByPerson,
  givenStory,
  NOW_MS,
  personsBehind,
  REQUESTS,
  type Story,
  type ToldEvent,
} from './given-story.ts'
import { type CreatedTimes, lifecycleByDefinition } from './lifecycle-definition.ts'
import type { GivenRetention } from './retention-definition.ts'
import { allCohorts } from './retention-row-definition.ts'
import { stickinessByDefinition } from './stickiness-definition.ts'
import { trendByDefinition } from './trend-definition.ts'

const server = useApp()

/** Number of runs. Each run is up to `BATCH` stories, which are sent at the same time. */
const RUNS = 5
const BATCH = 8
/**
 * Time limit for shrinking. When it is reached, the counterexample found so far is shown, even if a smaller
 * one exists.
 */
const SHRINK_MS = 60_000

const RANGE = { from: '-4d', to: null, isExplicit: false }
const CALENDAR = { timezone: 'UTC', weekStartDay: 0, nowMs: NOW_MS } as const
const SERIES = [
  { event: null, math: 'dau' },
  { event: null, math: 'total' },
  { event: 'a', math: 'dau' },
  { event: 'b', math: 'dau' },
] as const

const STICKY = [null, 'a', 'b'].map((event) => ({ event, math: 'dau' as const, properties: EVERYTHING }))

const LIVED = { event: 'a', properties: EVERYTHING }

const CAME_BACK: GivenRetention = {
  target: { event: 'a', properties: EVERYTHING },
  returning: { event: 'b', properties: EVERYTHING },
  properties: EVERYTHING,
  type: 'retention_first_time',
  interval: 'day',
  totalIntervals: 3,
  to: null,
  isExplicit: false,
  isCumulative: false,
  minimumOccurrences: 1,
  isRolling: false,
  brackets: [],
  reference: 'total',
  groupTypeIndex: null,
  summed: null,
  breakdown: null,
  calendar: CALENDAR,
}

function createdTimes(events: readonly ToldEvent[]): CreatedTimes {
  const persons = personsBehind(events).map(({ createdUs }) => createdUs && Math.floor(createdUs / 1000))
  return { persons: { ...persons }, groups: {} }
}

function definedAnswers(events: readonly ToldEvent[], { steps, windowSeconds }: Story) {
  const done = eventsByPerson(events)
  const series = SERIES.map((one) => ({ ...one, properties: EVERYTHING }))
  const asked = { properties: EVERYTHING, range: RANGE, calendar: CALENDAR }
  const window = { count: windowSeconds, unit: 'second' as const }
  const funnel = askedFunnel(steps.join(' '), { range: RANGE, calendar: CALENDAR, window })
  const [{ result } = { result: [] }] = definedFunnel(done, funnel, { testAccountFilters: EVERYTHING })
  const sticky = { ...asked, series: STICKY, criteria: null, isCumulative: false, compare: null }
  return {
    trends: trendByDefinition(done, { ...asked, series, interval: 'day' }).map(({ data }) => data),
    stickiness: stickinessByDefinition(done, { ...sticky, interval: 'day' }).map(({ data }) => data),
    retention: allCohorts(done, CAME_BACK).map(({ counts }) => counts),
    lifecycle: lifecycleByDefinition(done, createdTimes(events), {
      ...asked,
      interval: 'day',
      series: LIVED,
      groupTypeIndex: null,
      toggledLifecycles: [],
    }).map(({ data }) => data),
    funnel: (result as readonly DefinedStep[]).map(({ count, averageSeconds, medianSeconds }) => [
      count,
      inMs(averageSeconds),
      inMs(medianSeconds),
    ]),
    persons: personsBehind(events)
      .flatMap(({ createdUs, ...person }) =>
        createdUs === null
          ? []
          : [
              [
                person.distinctIds,
                person.isIdentified,
                createdUs / 1000,
                Object.fromEntries(person.properties),
              ],
            ],
      )
      .sort(),
  }
}

async function answers({ id }: TestProject, { steps, windowSeconds }: Story) {
  const post = async (kind: string, body: object) => {
    const answer = await server.request('POST', `/api/projects/${id}/insights/${kind}/`, {
      date_from: '-4d',
      ...body,
    })
    expect([answer.status, answer.body.detail]).toEqual([200, undefined])
    return answer.body.result
  }
  const trends = await post('trend', {
    events: SERIES.map(({ event, math }, order) => ({ id: event, math, order })),
  })
  const funnel = await post('funnel', {
    events: steps.map((step, order) => ({ id: step, order })),
    funnel_window_interval: windowSeconds,
    funnel_window_interval_unit: 'second',
  })
  const stickiness = await answerTo(id, {
    kind: 'StickinessQuery',
    series: STICKY.map(({ event }) => ({ kind: 'EventsNode', event })),
    dateRange: { date_from: '-4d' },
  })
  const lifecycle = await answerTo(id, {
    kind: 'LifecycleQuery',
    series: [{ kind: 'EventsNode', event: LIVED.event }],
    dateRange: { date_from: '-4d' },
  })
  const retention = await answerTo(id, {
    kind: 'RetentionQuery',
    retentionFilter: {
      targetEntity: { id: CAME_BACK.target.event },
      returningEntity: { id: CAME_BACK.returning.event },
      retentionType: CAME_BACK.type,
      totalIntervals: CAME_BACK.totalIntervals,
    },
  })
  const { body } = await server.request('GET', `/api/projects/${id}/persons/`)
  expect(body.count).toBe(body.results.length)
  return {
    trends: trends.map(({ data }: { data: number[] }) => data),
    stickiness: stickiness.map(({ data }) => data),
    lifecycle: lifecycle.map(({ data }) => data),
    retention: retention.map(({ values }) => values.map(({ count }) => count)),
    funnel: funnel.map((step: FunnelStep) => [
      step.count,
      inMs(step.average_conversion_time),
      inMs(step.median_conversion_time),
    ]),
    persons: body.results
      .map((person: ListedPerson) => [
        person.distinct_ids.toSorted(),
        person.is_identified,
        Date.parse(person.created_at),
        person.properties,
      ])
      .sort(),
  }
}

async function answerTo(id: number, query: object): Promise<readonly AnsweredItem[]> {
  const { status, body } = await server.request('POST', `/api/projects/${id}/query/`, { query })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.results
}
interface AnsweredItem {
  readonly data: number[]
  /** Present in the answer to a retention. */
  readonly values: readonly { readonly count: number }[]
}
interface FunnelStep {
  readonly count: number
  readonly average_conversion_time: number | null
  readonly median_conversion_time: number | null
}
interface ListedPerson {
  readonly distinct_ids: readonly string[]
  readonly is_identified: boolean
  readonly created_at: string
  readonly properties: object
}

// Averages of thirds differ in the last binary digit from place to place, so they are compared in whole
// milliseconds.
const inMs = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 1000))

const toSent = ({ uuid, name, distinctId, atMs, properties }: ToldEvent) => ({
  uuid,
  event: name,
  distinct_id: distinctId,
  timestamp: new Date(atMs).toISOString(),
  properties,
})

/**
 * Sends half of the requests at once. Then sends the others at once, together with one of the first half
 * again. Asks questions after each half.
 */
async function tell(story: Story): Promise<void> {
  const project = await server.newProject()
  const requests = Array.from({ length: REQUESTS }, (_, i) =>
    story.events.filter(({ request }) => request === i),
  )
  const first = requests.slice(0, REQUESTS / 2)
  const second = [...requests.slice(REQUESTS / 2), requests[0] ?? []]
  for (const [arriving, known] of [
    [first, first.flat()],
    [second, requests.flat()],
  ] as const) {
    const filled = arriving.filter((events) => events.length > 0)
    await Promise.all(filled.map((events) => server.capture(events.map(toSent), project.token)))
    expect(await answers(project, story), JSON.stringify(story)).toEqual(definedAnswers(known, story))
  }
}

test('any question counts the persons of the definition, and they are listed', async () => {
  const stories = fc.array(givenStory, { minLength: BATCH / 2, maxLength: BATCH, size: 'max' })
  await fc.assert(
    fc.asyncProperty(stories, async (batch) => {
      await Promise.all(batch.map(tell))
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: SHRINK_MS },
  )
})
