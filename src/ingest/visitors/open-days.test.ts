import { expect, test } from 'vitest'
import { openDays } from './open-days.ts'

const daysAt = (instant: string, timezone: string) =>
  openDays(Date.parse(instant), timezone).map(({ day }) => day)

test.each([
  ['2026-11-20T12:00:00Z', 'UTC', ['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18']],
  ['2026-11-20T00:00:00Z', 'UTC', ['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18']],
  ['2026-11-20T23:59:59.999Z', 'UTC', ['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18']],
  // Noon in UTC is already the next day in this zone.
  ['2026-11-20T12:00:00Z', 'Pacific/Kiritimati', ['2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19']],
  // The 1st of November had 25 hours.
  ['2026-11-03T23:30:00-05:00', 'America/New_York', ['2026-11-04', '2026-11-03', '2026-11-02', '2026-11-01']],
  ['2026-11-04T00:30:00-05:00', 'America/New_York', ['2026-11-05', '2026-11-04', '2026-11-03', '2026-11-02']],
  // The 8th of March had 23 hours, so that 48 hours after the end of the 7th is one hour into the 10th.
  [
    '2026-03-10T00:30:00-04:00',
    'America/New_York',
    ['2026-03-11', '2026-03-10', '2026-03-09', '2026-03-08', '2026-03-07'],
  ],
])('at %s in %s events of %j can still arrive', (instant, timezone, days) => {
  expect(daysAt(instant, timezone)).toEqual(days)
})

test('a day is open until 48 hours after its end in the zone of the project', () => {
  const [, today] = openDays(Date.parse('2026-11-20T12:00:00Z'), 'Europe/Berlin')
  expect(today).toEqual({
    day: '2026-11-20',
    fromMs: Date.parse('2026-11-19T23:00:00Z'),
    toMs: Date.parse('2026-11-20T23:00:00Z'),
    closesMs: Date.parse('2026-11-22T23:00:00Z'),
  })
})
