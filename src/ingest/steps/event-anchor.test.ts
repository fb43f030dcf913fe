import { describe, expect, test } from 'vitest'
import { parseInstant } from '#ingest/wire/sent-instant.ts'
import { eventAnchor, isUnanchored } from './event-anchor.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const RANDOM = '3f0c1f9e-54a4-4b6e-9b1a-0123456789ab'
/** A uuid of version 7 whose time is one second before noon. */
const TIMED = `${(NOON - 1_000)
  .toString(16)
  .padStart(12, '0')
  .replace(/^(.{8})/, '$1-')}-7000-8000-0123456789ab`

describe('the anchor of an event', () => {
  test.each<[string, string, unknown, number | null]>([
    ['is its timestamp as it was sent', RANDOM, '2026-11-20T12:00:00Z', NOON],
    ['may be far from now', RANDOM, '1999-01-01T00:00:00Z', Date.parse('1999-01-01T00:00:00Z')],
    ['is the timestamp, where a uuid has a time as well', TIMED, NOON, NOON],
    ['is the time in its uuid, without a timestamp', TIMED, undefined, NOON - 1_000],
    ['is the time in its uuid, where the timestamp cannot be parsed', TIMED, 'yesterday', NOON - 1_000],
    ['is missing for a random uuid without a timestamp', RANDOM, undefined, null],
    ['is missing for an empty timestamp', RANDOM, '', null],
    ['is missing where no day can have the timestamp', RANDOM, '9999-12-31T00:00:00Z', null],
    ['is missing for a number of no date', RANDOM, 1e300, null],
    ['is missing for a uuid that was made of a text', '3f0c1f9e-54a4-8b6e-ab1a-0123456789ab', NOON, null],
    ['is missing for a uuid that was made of a name', '3f0c1f9e-54a4-5b6e-9b1a-0123456789ab', NOON, null],
    ['is missing for a uuid of no version', '00000000-0000-0000-0000-000000000017', NOON, null],
  ])('%s', (_title, uuid, timestamp, anchorMs) => {
    expect(eventAnchor(uuid, parseInstant(timestamp))).toBe(anchorMs)
  })
})

const HALF_DAY_MS = 43_200_000
test.each([
  ['an event at its anchor', { isUuidSent: true, anchorMs: NOON, timestampMs: NOON }, false],
  [
    'an event within reach of it',
    { isUuidSent: true, anchorMs: NOON, timestampMs: NOON - HALF_DAY_MS },
    false,
  ],
  [
    'an event of a clock that is far ahead',
    { isUuidSent: true, anchorMs: NOON, timestampMs: NOON - HALF_DAY_MS - 1 },
    true,
  ],
  [
    'an event of a clock that is far behind',
    { isUuidSent: true, anchorMs: NOON, timestampMs: NOON + HALF_DAY_MS + 1 },
    true,
  ],
  ['an event without an anchor', { isUuidSent: true, anchorMs: null, timestampMs: NOON }, true],
  ['an event without a uuid', { isUuidSent: false, anchorMs: null, timestampMs: NOON }, false],
])('%s', (_title, event, expected) => {
  expect(isUnanchored(event)).toBe(expected)
})
