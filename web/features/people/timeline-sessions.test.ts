import { describe, expect, test } from 'vitest'
import { joinedId, type TimelineEvent, timelineOf } from './timeline-sessions.ts'

const at = (timestamp: string, properties: Record<string, unknown> = {}, event = 'seen'): TimelineEvent => ({
  id: timestamp,
  event,
  timestamp,
  distinct_id: 'ada',
  properties,
})
const shape = (events: readonly TimelineEvent[], zone = 'UTC') =>
  timelineOf(events, zone).map(({ date, sessions }) => [date, ...sessions.map((one) => one.events.length)])

describe('days and sessions', () => {
  test('no events', () => expect(shape([])).toEqual([]))

  test('a session id keeps events together over any pause, and another one parts them', () => {
    const [a, b] = [{ $session_id: 'a' }, { $session_id: 'b' }]
    expect(
      shape([
        at('2026-11-19T20:00:00Z', b),
        at('2026-11-19T19:59:00Z', a),
        at('2026-11-19T10:00:00Z', a),
        at('2026-11-19T09:59:00Z'),
      ]),
    ).toEqual([['2026-11-19', 1, 2, 1]])
  })

  test.each([
    ['2026-11-19T09:30:00Z', [['2026-11-19', 2]]],
    ['2026-11-19T09:29:59Z', [['2026-11-19', 1, 1]]],
  ])('without ids the pause counts: the one before is at %s', (before, expected) => {
    expect(shape([at('2026-11-19T10:00:00Z'), at(before)])).toEqual(expected)
  })

  test('days are those of the zone', () => {
    const events = [at('2026-11-19T23:30:00Z'), at('2026-11-19T22:30:00Z')]
    expect(shape(events)).toEqual([['2026-11-19', 1, 1]])
    expect(shape(events, 'Europe/Berlin')).toEqual([
      ['2026-11-20', 1],
      ['2026-11-19', 1],
    ])
  })

  test('a session has its ends, and the device of any of its events', () => {
    const [day] = timelineOf(
      [
        at('2026-11-19T10:10:00Z'),
        at('2026-11-19T10:00:00Z', { $device_type: 'Mobile', $browser: 'Safari', $geoip_city_name: '' }),
      ],
      'UTC',
    )
    expect(day?.sessions[0]).toMatchObject({
      startsAt: '2026-11-19T10:00:00Z',
      endsAt: '2026-11-19T10:10:00Z',
      device: 'mobile, Safari',
      isPhone: true,
    })
  })
})

test.each([
  ['$identify', { $anon_distinct_id: 'anon' }, 'anon'],
  ['$identify', { $anon_distinct_id: 'ada' }, null],
  ['$identify', {}, null],
  ['$create_alias', { alias: 'other' }, 'other'],
  ['$merge_dangerously', { alias: 'other' }, 'other'],
  ['paid', { alias: 'other' }, null],
])('%s with %j joins %j', (event, properties, expected) => {
  expect(joinedId(at('2026-11-19T10:00:00Z', properties, event))).toBe(expected)
})
