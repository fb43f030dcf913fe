import { expect, test } from 'vitest'
import { notesAt } from './notes-at.ts'
import { type PointInterval, pointOf, timeAxis } from './time-words.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')

test.each<[string, PointInterval, string, string]>([
  ['2026-11-19', 'day', '19 Nov', 'Thu 19 Nov'],
  ['2025-11-19', 'day', '19 Nov 2025', 'Wed 19 Nov 2025'],
  ['2026-11-16', 'week', '16 Nov', 'Week of Mon 16 Nov'],
  ['2026-11-01', 'month', 'Nov', 'November 2026'],
  ['2025-09-01', 'month', 'Sept 2025', 'September 2025'],
  ['2026-10-01', 'quarter', 'Q4 2026', 'Q4 2026'],
  ['2026-01-01', 'year', '2026', '2026'],
  ['2026-11-19 14:00:00', 'hour', '14:00', 'Thu 19 Nov, 14:00'],
  ['2026-11-19 00:00:00', 'hour', '19 Nov', 'Thu 19 Nov, 00:00'],
])('%s by the %s is %s, in full %s', (start, interval, short, title) =>
  expect(pointOf(start, interval, NOW)).toEqual({ short, title, start }),
)

test('only what is open at the end is unfinished, and one such day is today', () => {
  const days = ['2026-11-21', '2026-11-22', '2026-11-23']
  const axis = timeAxis(days, ['2026-11-21', '2026-11-23'], 'day', NOW)
  expect(axis.unfinishedFrom).toBe(2)
  expect(axis.points.map(({ short }) => short)).toEqual(['21 Nov', '22 Nov', 'today'])
  expect(timeAxis(days, [], 'day', NOW)).toMatchObject({
    unfinishedFrom: 3,
    points: [{}, {}, { short: '23 Nov' }],
  })
})

test('an annotation stands at the point that it falls into, by the clocks of the project', () => {
  const starts = ['2026-11-21', '2026-11-22', '2026-11-23']
  const at = (date_marker: string | null, zone: string) =>
    notesAt(starts, [{ content: 'v2', date_marker }], zone)
  expect(at('2026-11-21T23:30:00Z', 'UTC')).toEqual([{ index: 0, word: 'v2' }])
  expect(at('2026-11-21T23:30:00Z', 'Europe/Berlin')).toEqual([{ index: 1, word: 'v2' }])
  expect(at('2026-11-20T10:00:00Z', 'UTC')).toEqual([])
  expect(at(null, 'UTC')).toEqual([])
})
