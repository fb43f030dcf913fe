import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSessions } from '../../src/insights/kinds/sessions/query.ts'
import {
  SESSION_NUMBERS,
  SESSION_PROPERTIES,
  type SessionProperty,
} from '../../src/values/session-properties.ts'
import { useApp } from '../fixtures/use-app.ts'
import { EVERYTHING, type GivenEvent, type GivenFilter, matches } from './filter-definition.ts'
import { createHistory, definitionsOf } from './given-events.ts'
import { runs } from './runs.ts'
import { inSessions } from './session-definition.ts'
import { type GivenTrend, trendByDefinition } from './trend-definition.ts'
import { answeredSeries } from './trend-property.ts'

const server = useApp()
const history = createHistory(server)

const HOUR_MS = 3_600_000
const RUNS = runs({ short: 2, long: 40 })
/** A trend has at most 26 series. */
const FILTERS = 26
const HISTORIES = 8

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { freq: 1, nil: undefined })
const view = fc.record(
  {
    $current_url: fc.constantFrom(
      'https://example.com/',
      'https://example.com/pricing?plan=pro#top',
      'https://docs.example.com/a/b',
    ),
    $referring_domain: fc.constantFrom('www.google.com', '$direct', 'news.example.org', 't.co', 'bing.com'),
    utm_source: fc.constantFrom('google', 'Facebook', 'youtube', 'newsletter'),
    utm_medium: fc.constantFrom('cpc', 'email', 'social', 'paid_social', 'banner', 'affiliate', 'referral'),
    utm_campaign: fc.constantFrom('spring', 'cross-network'),
    utm_term: fc.constantFrom('analytics'),
    utm_content: fc.constantFrom('a', 'b'),
    gclid: fc.constantFrom('x1'),
  },
  { requiredKeys: [] },
)

/** A session of at most a day that begins within two days of an edge of the range. */
const session = fc.record({
  startHour: fc.integer({ min: -80, max: 0 }),
  events: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('$pageview', '$pageview', '$screen', '$autocapture', 'paid'),
      sinceMs: fc.oneof(fc.nat(15_000), fc.nat(24 * HOUR_MS)),
      person: fc.constantFrom(1, 2),
      properties: view,
    }),
    { minLength: 1, maxLength: 6, selector: ({ sinceMs }) => sinceMs },
  ),
})

const givenSessions = fc
  .record({ sessions: fc.array(session, { maxLength: 4 }), alone: maybe('', null) })
  .map(({ sessions, alone }): GivenEvent[] => [
    ...sessions.flatMap(({ startHour, events }, i) =>
      events.map(({ sinceMs, properties, ...event }) => ({
        ...event,
        atMs: server.nowMs + startHour * HOUR_MS + sinceMs,
        properties: { ...properties, $session_id: `session ${i}` },
      })),
    ),
    {
      ...{ name: 'paid', person: 3, atMs: server.nowMs - HOUR_MS },
      properties: alone === undefined ? {} : { $session_id: alone },
    },
  ])

const isNumber = (key: SessionProperty) => (SESSION_NUMBERS as readonly string[]).includes(key)

const filter: fc.Arbitrary<GivenFilter> = fc.constantFrom(...SESSION_PROPERTIES).chain((key) => {
  const asked = { key, type: 'session' as const }
  const isSet = fc.constantFrom('is_set' as const, 'is_not_set' as const)
  const setness = isSet.map((operator): GivenFilter => ({ ...asked, operator }))
  if (isNumber(key))
    return fc.oneof(
      setness,
      fc
        .record({
          operator: fc.constantFrom('gt' as const, 'lte' as const, 'exact' as const, 'is_not' as const),
          value: fc.constantFrom(0, 1, 2, 9, 10, 3_600),
        })
        .map((rest): GivenFilter => ({ ...asked, ...rest })),
    )
  if (key.endsWith('timestamp'))
    return fc
      .constantFrom('is_date_before' as const, 'is_date_after' as const, 'is_date_exact' as const)
      .map((operator): GivenFilter => ({ ...asked, operator, value: '2026-11-19' }))
  return fc.oneof(
    setness,
    fc
      .record({
        operator: fc.constantFrom(
          'exact' as const,
          'is_not' as const,
          'icontains' as const,
          'not_icontains' as const,
          'starts_with' as const,
          'not_ends_with' as const,
        ),
        value: fc.constantFrom(
          'example.com',
          '/',
          'google',
          'true',
          'Direct',
          'Organic Search',
          'cpc',
          'x1',
          'paid',
        ),
      })
      .map((rest): GivenFilter => ({ ...asked, ...rest })),
  )
})

const asking = (filters: readonly GivenFilter[]): GivenTrend => ({
  series: filters.map((one) => ({ event: null, properties: { type: 'AND', values: [one] }, math: 'total' })),
  properties: EVERYTHING,
  range: { from: '-24h', to: null, isExplicit: false },
  interval: 'hour',
  calendar: { timezone: 'UTC', weekStartDay: 0, nowMs: server.nowMs },
})

const given = fc.array(
  fc.record({ events: givenSessions, filters: fc.array(filter, { minLength: 10, maxLength: FILTERS }) }),
  { minLength: HISTORIES, maxLength: HISTORIES },
)

test('any filter on sessions counts the events of the definition', async () => {
  await fc.assert(
    fc.asyncProperty(given, async (histories) => {
      const ids = await history.give(histories.map(({ events }) => events))
      for (const [i, { events, filters }] of histories.entries()) {
        const trend = asking(filters)
        expect(
          await answeredSeries(history, ids[i] ?? 0, trend),
          JSON.stringify({ events, filters }),
        ).toEqual(trendByDefinition(inSessions(events), trend))
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  )
})

/**
 * A question for a list of the sessions that begin in a range of whole days, or strictly between two
 * instants.
 */
const list = fc.record({
  after: fc.constantFrom(
    'all',
    '2026-11-17',
    '2026-11-19',
    '2026-11-18T20:00:00Z',
    '2026-11-19T12:00:00.000Z',
  ),
  before: fc.constantFrom('2026-11-23', '2026-11-23', '2026-11-20', '2026-11-20T04:00:00Z'),
  event: fc.constantFrom(null, null, 'paid', '$pageview', '$screen'),
  properties: fc.array(filter, { maxLength: 1 }),
  fixedProperties: fc.array(filter, { maxLength: 1 }),
  eventProperties: fc.array(
    fc.record({
      key: fc.constantFrom('utm_medium', 'utm_source', 'gclid'),
      operator: fc.constantFrom('is_set' as const, 'is_not_set' as const),
    }),
    { maxLength: 1 },
  ),
})
type List = typeof list extends fc.Arbitrary<infer Value> ? Value : never

const SHOWN = ['$session_duration', '$event_count', '$pageview_count', '$channel_type', '$is_bounce'] as const
const calendar = { timezone: 'UTC', weekStartDay: 0 as const, nowMs: server.nowMs }

/** Implements docs/query.md, "SessionsQuery": returns the rows by the ids of the sessions. */
function listByDefinition(given: readonly GivenEvent[], asked: List): unknown[][] {
  const events = inSessions(given)
  const ids = new Set(events.map(({ properties }) => properties.$session_id).filter(Boolean))
  const values = [...asked.properties, ...asked.fixedProperties, ...asked.eventProperties]
  const matcher = { event: asked.event, properties: { type: 'AND' as const, values } }
  return [...ids].toSorted().flatMap((id) => {
    const own = events.filter(({ properties }) => properties.$session_id === id)
    const startMs = Math.min(...own.map(({ atMs }) => atMs))
    const isInRange = isAfter(startMs, asked.after) && startMs < Date.parse(asked.before)
    if (!isInRange || !own.some((event) => matches(matcher, event, calendar))) return []
    return [[id, ...SHOWN.map((name) => own[0]?.sessionProperties?.[name])]]
  })
}

function isAfter(atMs: number, after: string): boolean {
  if (after === 'all') return true
  return after.includes('T') ? atMs > Date.parse(after) : atMs >= Date.parse(after)
}

test('any list of sessions has those of the definition', async () => {
  const lists = fc.array(
    fc.record({ events: givenSessions, asked: fc.array(list, { minLength: 5, maxLength: 5 }) }),
    { minLength: HISTORIES, maxLength: HISTORIES },
  )
  let listed = 0
  await fc.assert(
    fc.asyncProperty(lists, async (histories) => {
      const projects = await history.give(histories.map(({ events }) => events))
      for (const [i, { events, asked }] of histories.entries())
        for (const one of asked) {
          const node = { kind: 'SessionsQuery' as const, ...one, select: ['session_id', ...SHOWN] }
          const query = parseSessions({ ...node, orderBy: ['session_id'] }, (...path) => path)
          const answer = await history.ask(projects[i] ?? 0, calendar, query, definitionsOf([]))
          const expected = listByDefinition(events, one)
          expect((answer as { rows: unknown }).rows, JSON.stringify({ events, one })).toEqual(expected)
          listed += expected.length
        }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  )
  expect(listed).toBeGreaterThan(RUNS)
})
