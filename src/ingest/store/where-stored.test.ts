import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CapturedEvent } from '#ingest/captured-event.ts'
import { createPipeline } from '#ingest/pipeline.ts'
import { isUnanchored } from '#ingest/steps/event-anchor.ts'
import { dayOf, whereStored } from './where-stored.ts'

const DAY_MS = 86_400_000
const NOON = Date.parse('2026-11-20T12:00:00Z')
const TODAY = dayOf(NOON)
const NONE: ReadonlySet<string> = new Set()
const UUID = '3f0c1f9e-54a4-4b6e-9b1a-0123456789ab'
const unseen = { recentFromDay: TODAY - 7, recent: NONE, unanchored: NONE }

describe('an event that the filter does not have', () => {
  const at = (anchorMs: number | null) => ({ uuid: UUID, isUuidSent: true, anchorMs })
  test.each<[string, number | null, readonly number[] | null]>([
    ['of now is new', NOON, null],
    ['of a time ahead is new', NOON + 10 * DAY_MS, null],
    ['without an anchor is new', null, null],
    ['of the first covered half day may be before it', NOON - 7 * DAY_MS - 1, [TODAY - 8, TODAY - 7]],
    ['at noon of an early day is on that day', NOON - 30 * DAY_MS, [TODAY - 30, TODAY - 29]],
    ['in the morning may be on the day before', NOON - 30.25 * DAY_MS, [TODAY - 31, TODAY - 30]],
    ['of the first day of all is on it', 1, [0]],
  ])('%s', (_title, anchorMs, days) => {
    const where = days === null ? null : { isRecent: false, isUnanchored: false, days }
    expect(whereStored(at(anchorMs), unseen)).toEqual(where)
  })
  test('is new wherever it may be, where the client sent no uuid', () => {
    const all = { ...unseen, recent: new Set([UUID]), unanchored: new Set([UUID]) }
    expect(whereStored({ uuid: UUID, isUuidSent: false, anchorMs: 0 }, all)).toBeNull()
  })
})

// The clock of a phone may show any time, and another one each time that an event is sent again. The time
// that the phone recorded for the event does not change.
const anyInstantMs = fc.oneof(
  fc.integer({ min: NOON - 40 * DAY_MS, max: NOON + 40 * DAY_MS }),
  fc.integer({ min: 0, max: 4_102_444_800_000 }),
)
const anyTimestamp = fc.oneof(
  anyInstantMs.map((ms) => new Date(ms).toISOString()),
  anyInstantMs,
  fc.constantFrom(
    undefined,
    null,
    '',
    'yesterday',
    -1,
    1e300,
    '9999-12-31T00:00:00Z',
    '1969-12-31T23:59:59Z',
  ),
)
const anyUuid = fc.oneof(
  fc.uuid(),
  fc.string({ minLength: 1 }),
  anyInstantMs.map((ms) => {
    const hex = ms.toString(16).padStart(12, '0')
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-0123456789ab`
  }),
)
const anyTry = fc.record({
  receivedMs: fc.integer({ min: NOON - 40 * DAY_MS, max: NOON + 40 * DAY_MS }),
  sentAtMs: fc.option(anyInstantMs),
  offset: fc.option(fc.oneof(fc.integer({ min: -2 * DAY_MS, max: 40 * DAY_MS }), fc.double()), {
    nil: undefined,
  }),
  ignoresSentAt: fc.boolean(),
})

function captured(
  uuid: string,
  timestamp: unknown,
  sending: typeof anyTry extends fc.Arbitrary<infer T> ? T : never,
) {
  const { receivedMs, sentAtMs, offset, ignoresSentAt } = sending
  const properties = ignoresSentAt ? { $ignore_sent_at: true } : {}
  const event = { event: 'paid', distinct_id: 'ada', uuid, timestamp, offset, properties }
  const pipeline = createPipeline({ sentAtMs }, receivedMs)
  pipeline.run([event])
  const [first] = pipeline.result().captured
  if (first === undefined) throw new Error('The event was dropped')
  return first
}

/** The least that a filter must claim about an event once the event is stored. */
const claimAfter = (event: CapturedEvent, recentFromDay: number) => ({
  recentFromDay,
  recent: dayOf(event.timestampMs) >= recentFromDay ? new Set([event.uuid]) : NONE,
  unanchored: isUnanchored(event) ? new Set([event.uuid]) : NONE,
})

test('a repetition finds the row of its event, whatever the clocks of client and server say at each try', () => {
  const anyDay = fc.integer({ min: TODAY - 50, max: TODAY + 50 })
  fc.assert(
    fc.property(anyUuid, anyTimestamp, anyTry, anyTry, anyDay, (uuid, timestamp, first, again, fromDay) => {
      const event = captured(uuid, timestamp, first)
      const where = whereStored(captured(uuid, timestamp, again), claimAfter(event, fromDay))
      const day = dayOf(event.timestampMs)
      const isFound =
        (where?.isRecent && day >= fromDay) ||
        (where?.isUnanchored && isUnanchored(event)) ||
        where?.days.includes(day)
      expect(isFound).toBe(true)
    }),
    { numRuns: 10_000 },
  )
})
