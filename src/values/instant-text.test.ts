import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { instantTextIn } from './instant-text.ts'

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'NZ-CHAT', 'US/Samoa']
const anyZone = fc.constantFrom(...ZONES)
/** An instant in the years whose instants the event store can hold. */
const anyInstant = fc.integer({ min: Date.UTC(1900), max: Date.UTC(2299, 11, 31) })
/** A time zone, and an instant near a change of the clocks in this zone. */
const nearChange = fc
  .tuple(
    anyZone,
    fc.integer({ min: Date.UTC(1970), max: Date.UTC(2040) }),
    fc.integer({ min: -7_200_000, max: 7_200_000 }),
  )
  .map(([zone, afterMs, distanceMs]) => {
    const at = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(zone)
    return [zone, (at.getTimeZoneTransition('next') ?? at).epochMilliseconds + distanceMs] as const
  })

test('a text is the instant that it was written of, in every time zone', () => {
  for (const zone of ZONES) {
    const textOf = instantTextIn(zone)
    fc.assert(
      fc.property(anyInstant, (ms) => {
        expect(Date.parse(textOf(ms))).toBe(ms)
      }),
      { numRuns: 5 },
    )
  }
})

test('a text has the time that the clocks show, with their offset', () => {
  fc.assert(
    fc.property(nearChange, ([zone, ms]) => {
      const shown = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
      // Liberia was the last country with an offset that has seconds. It ended in 1972.
      fc.pre(shown.offsetNanoseconds % 60e9 === 0)
      const text = shown.toString({ timeZoneName: 'never' }).replace('+00:00', 'Z')
      expect(instantTextIn(zone)(ms)).toBe(text)
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['Pacific/Apia', '2026-07-15T12:00:00Z', '2026-07-16T01:00:00+13:00'],
  ['Pacific/Kiritimati', '2026-07-15T12:00:00Z', '2026-07-16T02:00:00+14:00'],
  ['Pacific/Kanton', '2026-07-15T12:00:00Z', '2026-07-16T01:00:00+13:00'],
  ['Asia/Kathmandu', '2026-07-15T12:00:00.120Z', '2026-07-15T17:45:00.12+05:45'],
  ['America/St_Johns', '2026-01-15T12:00:00.005Z', '2026-01-15T08:30:00.005-03:30'],
  ['UTC', '1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
  // The clocks of Monrovia were 44 minutes and 30 seconds behind UTC.
  ['Africa/Monrovia', '1970-01-01T00:00:00Z', '1969-12-31T23:16:00-00:44'],
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00'],
])('in %s %s is %s', (zone, instant, text) => {
  expect(instantTextIn(zone)(Date.parse(instant))).toBe(text)
})
