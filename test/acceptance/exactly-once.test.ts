import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createInProcessUuidFilter } from '../../src/coordination/in-process/in-process-uuid-filter.ts'
import { createLoadedUuids } from '../../src/ingest/store/loaded-uuids.ts'
import { storedUuids } from '../fixtures/recording.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOON = Date.parse('2026-11-20T12:00:00Z')
const iso = (epochMs: number) => new Date(epochMs).toISOString()
const event = (fields: object) => ({ event: 'paid', distinct_id: 'ada', ...fields })
const timedUuid = (epochMs: number) =>
  `${epochMs
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-${randomUUID().slice(24)}`

/** Sends events when the server's clock says `atMs`, from a client whose clock said `sentAtMs`. */
async function send(project: TestProject, atMs: number, events: readonly object[], sentAtMs = atMs) {
  server.nowMs = atMs
  const body = { api_key: project.token, batch: events, sent_at: iso(sentAtMs) }
  const { status } = await server.request('POST', '/batch/', body, null)
  expect(status).toBe(200)
}
const countIn = async (project: TestProject) => (await storedUuids(server, project)).length

describe('an event that is sent again after the filter has forgotten it is stored once', () => {
  const LATER = NOON + 30 * DAY_MS
  test.each<[string, object, object, number]>([
    ['with its timestamp', { uuid: randomUUID(), timestamp: iso(NOON) }, {}, LATER],
    ['under another name', { uuid: randomUUID(), timestamp: iso(NOON) }, { event: 'refunded' }, LATER],
    ['a year after its timestamp', { uuid: randomUUID(), timestamp: iso(NOON - 365 * DAY_MS) }, {}, LATER],
    ['without a timestamp', { uuid: randomUUID() }, {}, LATER],
    ['with an offset and a uuid that has a time', { uuid: timedUuid(NOON), offset: 1_000 }, {}, LATER],
    ['with an offset and a random uuid', { uuid: randomUUID(), offset: 1_000 }, {}, LATER],
    [
      'with a timestamp that no day has',
      { uuid: randomUUID(), timestamp: '1960-01-01T00:00:00Z' },
      {},
      LATER,
    ],
    ['with a key of its own', { uuid: 'order-17', timestamp: iso(NOON) }, { timestamp: iso(LATER) }, LATER],
  ])('%s', async (_title, sent, changed, laterMs) => {
    const project = await server.newProject()
    await send(project, NOON, [event(sent)])
    server.nowMs = laterMs
    await server.restart()
    await send(project, laterMs, [event({ ...sent, ...changed })])
    expect(await countIn(project)).toBe(1)
  })

  test('from a phone whose clock was ten days ahead, ten days later', async () => {
    const project = await server.newProject()
    const later = NOON + 10 * DAY_MS
    // The event is stored with its time of arrival. At the second try its timestamp is the present.
    const sent = event({ uuid: randomUUID(), timestamp: iso(later - 1_000) })
    await send(project, NOON, [sent], later)
    server.nowMs = later
    await server.restart()
    await send(project, later, [sent, event({ timestamp: iso(later) })], later)
    expect(await countIn(project)).toBe(2)
  })
})

test('the filter of a start has the recent events, and no others', async () => {
  const project = await server.newProject()
  const uuids = ['recent', 'old', 'key', 'new'].map(() => randomUUID())
  const [recent = '', old = '', unanchored = '', unknown = ''] = uuids
  await send(project, NOON, [
    event({ uuid: recent, timestamp: iso(NOON - 2 * DAY_MS) }),
    event({ uuid: old, timestamp: iso(NOON - 20 * DAY_MS) }),
    event({ uuid: unanchored }),
  ])
  const filter = createInProcessUuidFilter(NOON)
  await filter.load(createLoadedUuids(server.app.engine), new AbortController().signal)
  const claimed = uuids.map((uuid) => ({ uuid, timestampMs: NOON, isUnanchored: false }))
  expect(await filter.claim(project.id, claimed)).toEqual({
    recentFromDay: Math.floor(NOON / DAY_MS) - 7,
    recent: new Set([recent, unanchored]),
    unanchored: new Set([unanchored]),
  })
  expect(await filter.claim(project.id, [{ uuid: unknown, timestampMs: NOON, isUnanchored: false }])).toEqual(
    expect.objectContaining({ recent: new Set([unknown]), unanchored: new Set() }),
  )
})

/** What a client has recorded of an event. It stays the same through all tries. */
const recorded = fc.record({
  uuid: fc.constantFrom('random', 'timed', 'key'),
  /** Hours from the first noon; null for an event without a timestamp. */
  hour: fc.option(fc.integer({ min: -24 * 40, max: 24 * 20 })),
})
/** One try to send the event, by any clock of the client. */
const sending = fc.record({
  of: fc.nat(),
  hoursLater: fc.nat(24 * 12),
  clockErrorHours: fc.oneof(fc.constant(0), fc.integer({ min: -24 * 20, max: 24 * 20 })),
  offset: fc.option(fc.nat(5_000), { freq: 3, nil: undefined }),
  inParallel: fc.boolean(),
  isAfterRestart: fc.nat(5).map((n) => n === 0),
})

function payloadOf({ uuid, hour }: { uuid: string; hour: number | null }) {
  const recordedMs = NOON + (hour ?? 0) * HOUR_MS
  const uuids: Record<string, string> = {
    random: randomUUID(),
    timed: timedUuid(recordedMs),
    key: `order-${randomUUID()}`,
  }
  return event({ uuid: uuids[uuid], ...(hour !== null && { timestamp: iso(recordedMs) }) })
}

test('any events, sent again at any time by any clock, through restarts, are stored once each', async () => {
  const story = fc.tuple(
    fc.array(recorded, { minLength: 1, maxLength: 8 }),
    fc.array(sending, { maxLength: 16 }),
  )
  const property = fc.asyncProperty(story, async ([events, tries]) => {
    const project = await server.newProject()
    const payloads = events.map(payloadOf)
    const sent = new Set<object>()
    let nowMs = NOON
    for (const { of, hoursLater, clockErrorHours, offset, inParallel, isAfterRestart } of tries) {
      const payload = payloads[of % payloads.length] ?? {}
      sent.add(payload)
      nowMs += hoursLater * HOUR_MS
      server.nowMs = nowMs
      if (isAfterRestart) await server.restart()
      const body = [{ ...payload, offset }]
      const again = () => send(project, nowMs, body, nowMs + clockErrorHours * HOUR_MS)
      await (inParallel ? Promise.all([again(), again()]) : again())
    }
    const stored = await storedUuids(server, project)
    expect(new Set(stored).size).toBe(stored.length)
    expect(stored.length).toBe(sent.size)
  })
  await fc.assert(property, { numRuns: 25 })
}, 240_000)
