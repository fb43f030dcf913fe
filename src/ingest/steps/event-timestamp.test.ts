import { describe, expect, test } from 'vitest'
import { parseInstant } from '#ingest/wire/sent-instant.ts'
import { eventTimestamp } from './event-timestamp.ts'

const RECEIVED = '2026-11-20T12:00:00.000Z'
const receivedMs = Date.parse(RECEIVED)

function read(sent: Record<string, unknown>, sentAt: string | null = null, properties = {}) {
  const sentAtMs = sentAt === null ? null : Date.parse(sentAt)
  const { timestampMs, isImplausible } = eventTimestamp(sent, parseInstant(sent.timestamp), properties, {
    receivedMs,
    sentAtMs,
  })
  return { at: new Date(timestampMs).toISOString(), isImplausible }
}
const believed = (at: string) => ({ at, isImplausible: false })

describe('without the time of sending a timestamp is not corrected', () => {
  test.each([
    ['2026-11-18T10:00:00.250Z', '2026-11-18T10:00:00.250Z'],
    [Date.parse('2026-11-18T10:00:00Z'), '2026-11-18T10:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['2026-11-21T11:00:00Z', '2026-11-21T11:00:00.000Z'],
  ])('%j', (timestamp, at) => {
    expect(read({ timestamp })).toEqual(believed(at))
  })
})

describe('a timestamp is corrected by the error of the clock at the time of sending', () => {
  test.each([
    // The client's clock is an hour fast, a year slow, and right.
    ['2026-11-20T12:59:50Z', '2026-11-20T13:00:00Z', '2026-11-20T11:59:50.000Z'],
    ['2025-11-20T11:59:50Z', '2025-11-20T12:00:00Z', '2026-11-20T11:59:50.000Z'],
    ['2026-11-18T10:00:00Z', RECEIVED, '2026-11-18T10:00:00.000Z'],
    ['9999-12-31T00:00:00Z', '9999-12-31T00:00:05Z', '2026-11-20T11:59:55.000Z'],
  ])('%s, sent at %s, was %s', (timestamp, sentAt, at) => {
    expect(read({ timestamp }, sentAt)).toEqual(believed(at))
  })

  test.each([true, 'true', 1])('unless $ignore_sent_at is %j', (flag) => {
    const timestamp = '2026-11-18T10:00:00.000Z'
    expect(read({ timestamp }, '2026-11-20T13:00:00Z', { $ignore_sent_at: flag })).toEqual(
      believed(timestamp),
    )
  })
  test.each([false, 'false', null, 0])('and not for %j', (flag) => {
    const timestamp = '2026-11-18T10:00:00.000Z'
    expect(read({ timestamp }, '2026-11-20T13:00:00Z', { $ignore_sent_at: flag })).toEqual(
      believed('2026-11-18T09:00:00.000Z'),
    )
  })
})

test.each([
  [{ offset: 1_500 }, '2026-11-20T11:59:58.500Z'],
  [{ offset: 0 }, RECEIVED],
  [{ offset: 0.9 }, RECEIVED],
  [{ offset: 1_500, timestamp: '2026-11-18T10:00:00Z' }, '2026-11-20T11:59:58.500Z'],
  [{ offset: '1500', timestamp: '2026-11-18T10:00:00Z' }, '2026-11-18T10:00:00.000Z'],
])('an offset decides: %j', (sent, at) => {
  expect(read(sent)).toEqual(believed(at))
})

test.each([[undefined], [null], ['']])('%j is the time of arrival', (timestamp) => {
  expect(read({ timestamp })).toEqual(believed(RECEIVED))
  expect(read({ timestamp }, '2026-11-20T13:00:00Z')).toEqual(believed(RECEIVED))
})

test.each([
  ['yesterday'],
  ['03/04/2026'],
  ['Room 5'],
  ['202603291200'],
  ['+010000-01-01T00:00:00Z'],
  [{}],
  [true],
])('%j becomes the time of arrival, and is counted', (timestamp) => {
  expect(read({ timestamp })).toEqual({ at: RECEIVED, isImplausible: true })
})

// The transport time must not decide the order of two requests' events within the same second.
test.each([
  ['2026-11-20T11:59:58.001Z', '2026-11-20T11:59:57.000Z'],
  ['2026-11-20T12:00:01.999Z', '2026-11-20T11:59:57.000Z'],
  ['2026-11-20T11:59:58.000Z', '2026-11-20T11:59:59.000Z'],
])('sent at %s: a difference under two seconds is not corrected, a larger one is', (sentAt, at) => {
  expect(read({ timestamp: '2026-11-20T11:59:57Z' }, sentAt)).toEqual(believed(at))
})

test.each<[Record<string, unknown>, string | null]>([
  [{ timestamp: '2026-11-21T11:00:00.001Z' }, null],
  [{ timestamp: '2148-12-31T00:00:00Z' }, null],
  [{ timestamp: '9999-12-31T00:00:00Z' }, null],
  [{ timestamp: '1969-12-31T23:59:59.999Z' }, null],
  [{ timestamp: -1 }, null],
  [{ timestamp: 1e300 }, null],
  [{ offset: -24 * 3_600_000 }, null],
  [{ offset: 1e300 }, null],
  [{ offset: Number.POSITIVE_INFINITY }, null],
  // The client's clock was at 1970 when it sent the event.
  [{ timestamp: '2026-11-20T12:00:00Z' }, '1970-01-01T00:00:00Z'],
])('%j, sent at %s, is replaced by the time of arrival', (sent, sentAt) => {
  expect(read(sent, sentAt)).toEqual({ at: RECEIVED, isImplausible: true })
})
