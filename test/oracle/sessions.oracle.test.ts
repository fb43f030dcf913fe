import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  SESSION_NUMBERS,
  SESSION_PROPERTIES,
  type SessionProperty,
} from '../../src/query/session-properties.ts'
import { useApp } from '../fixtures/use-app.ts'
import { EVERYTHING, type GivenEvent, type GivenFilter } from './filter-definition.ts'
import { createHistory } from './given-events.ts'
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

/** A session of a day at most that begins within two days of the edges of the range. */
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
