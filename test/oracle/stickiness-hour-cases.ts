import { oneIn, type StickinessCase, type ToldStickiness, toCase } from './stickiness-case.ts'

/** Cases about the period before a period in hours. */
const HOURS: readonly ToldStickiness[] = [
  {
    // 19th 12:00 to 20th 12:59. That is 24 hours without the unfinished one, so it moves back by a day: 18th
    // 12:00 to 19th 12:59.
    title: '24 hours',
    range: '-24h',
    interval: 'hour',
    now: '2026-11-20T12:30:00Z',
    events: 'ada 11-18T12:00 11-19T12:59:59.999, bob 11-18T11:59:59.999',
    compared: [oneIn(25, 1), oneIn(25, 2)],
  },
  {
    // The range is 07:00 to 12:59 of the 20th, which is less than a day. It moves back by a day, the least
    // distance, to 07:00 to 12:59 of the 19th.
    title: '5 hours',
    range: '-5h',
    interval: 'hour',
    now: '2026-11-20T12:30:00Z',
    events: 'ada 11-19T07:00 11-19T12:59:59.999, bob 11-19T06:59:59.999 11-19T13:00',
    compared: [oneIn(6, 0), oneIn(6, 2)],
  },
  {
    // 19th 06:00 to 20th 12:59. Without the unfinished hour that is 30 hours, a day and a begun one, so it
    // moves back by two days: 17th 06:00 to 18th 12:59. The document does not say whether a begun day counts;
    // with one day, six hours would count twice.
    title: '30 hours',
    range: '-30h',
    interval: 'hour',
    now: '2026-11-20T12:30:00Z',
    events: 'ada 11-17T06:00 11-18T12:59:59.999, bob 11-17T05:59:59.999 11-18T13:00',
    compared: [oneIn(31, 0), oneIn(31, 2)],
  },
  {
    // Only the unfinished hour, 00:00 to 00:59. It moves back by a day at least.
    title: 'the unfinished hour',
    range: 'dStart',
    interval: 'hour',
    now: '2026-11-20T00:30:00Z',
    events: 'ada 11-19T00:00, bob 11-19T01:00, cid 11-18T23:59:59.999',
    compared: [[0], [1]],
  },
  {
    // No hour is unfinished. These are 48 hours, so two days.
    title: 'two days of hours',
    range: '2026-11-17 to 2026-11-18',
    interval: 'hour',
    events: 'ada 11-15T00:00 11-16T23:59:59.999, bob 11-14T23:59:59.999 11-17T00:00',
    compared: [oneIn(48, 1), oneIn(48, 2)],
  },
  {
    // 07:30 to 11:00:00.000, both included. A day before, it is the same times. The hour of 11 is not
    // wholly in the range.
    title: 'explicit hours',
    range: 'exactly 2026-11-20T07:30:00Z to 2026-11-20T11:00:00Z',
    interval: 'hour',
    events: 'ada 11-19T07:30 11-19T11:00, bob 11-19T07:29:59.999 11-19T11:00:00.001',
    compared: [oneIn(5, 0), oneIn(5, 2)],
  },
  {
    // 11:00 on the 18th to 11:59 on the 19th. These are 25 hours that are over, a day and a begun one, so it
    // moves back by two days.
    title: '25 hours that are over',
    range: 'exactly 2026-11-18T11:00:00Z to 2026-11-19T11:59:59.999Z',
    interval: 'hour',
    events: 'ada 11-16T11:00 11-17T11:59:59.999, bob 11-16T10:59:59.999 11-17T12:00',
    compared: [oneIn(25, 0), oneIn(25, 2)],
  },
  {
    // The 25th is one day of the wall clock, and has 25 hours. The day before it is 23 Oct 22:00 to 24 Oct
    // 22:00 UTC, which is 24 hours. So the previous period does not have "as many intervals".
    title: 'the hours of a day of 25',
    range: '2026-10-25 to 2026-10-25',
    interval: 'hour',
    timezone: 'Europe/Berlin',
    events: 'ada 10-23T22:00 10-24T21:59:59.999, bob 10-23T21:59:59.999 10-24T22:00',
    compared: [oneIn(25, 1), oneIn(24, 2)],
  },
  {
    // 21:00 on 25 October to 02:59 on the 26th. A day before that is 24 Oct 19:00 UTC to 25 October, 03:00,
    // which is 02:00 UTC: the clock showed 02:59 twice, at 00:59 and 01:59 UTC, and both hours are included
    // as a whole.
    title: 'a last hour that happens twice a day before',
    range: '-5h',
    interval: 'hour',
    timezone: 'Europe/Berlin',
    now: '2026-10-26T01:30:00Z',
    events: 'ada 10-25T00:30 10-25T01:59:59.999, bob 10-24T18:59:59.999 10-25T02:00',
    compared: [oneIn(6, 0), oneIn(7, 2)],
  },
  {
    // 02:00 to 04:00 on 26 October. A day before, the clock showed 02:00 twice; the period begins at the
    // first one, 00:00 UTC.
    title: 'a first hour that happens twice a day before',
    range: 'exactly 2026-10-26T01:00:00Z to 2026-10-26T03:00:00Z',
    interval: 'hour',
    timezone: 'Europe/Berlin',
    events: 'ada 10-25T00:00 10-25T03:00, bob 10-24T23:59:59.999 10-25T03:00:00.001',
    compared: [oneIn(3, 0), oneIn(4, 2)],
  },
  {
    // 02:00 to 04:00 on 30 March. A day before, the clock jumped from 02:00 to 03:00, which is 01:00 UTC.
    title: 'a first hour that is missing a day before',
    range: 'exactly 2026-03-30T00:00:00Z to 2026-03-30T02:00:00Z',
    interval: 'hour',
    timezone: 'Europe/Berlin',
    events: 'ada 03-29T01:00 03-29T02:00, bob 03-29T00:59:59.999 03-29T02:00:00.001',
    compared: [oneIn(3, 0), oneIn(2, 2)],
  },
  {
    // 11:00 on 28 March (10:00 UTC) to 12:59 on the 29th. These are 25 hours, the last of them unfinished. On
    // the wall clock 11:00 to 12:00 of the next day is 25 hours, but only 24 have passed. So it moves back by
    // a day: 27th 11:00 to 28th 12:59.
    title: '24 hours over a night that lacks one',
    range: '-24h',
    interval: 'hour',
    timezone: 'Europe/Berlin',
    now: '2026-03-29T10:30:00Z',
    events: 'ada 03-27T10:00 03-28T11:59:59.999, bob 03-27T09:59:59.999 03-28T12:00',
    compared: [[2, ...oneIn(24, 0)], oneIn(26, 2)],
  },
  {
    // In Havana 8 March has no midnight: its 23 hours begin at 01:00, which is 05:00 UTC, and end at 9 March,
    // 04:00 UTC.
    title: 'a day without a midnight before',
    range: '2026-03-09 to 2026-03-09',
    interval: 'hour',
    timezone: 'America/Havana',
    events: 'ada 03-08T05:00 03-09T03:59:59.999, bob 03-08T04:59:59.999 03-09T04:00',
    compared: [oneIn(24, 1), oneIn(23, 2)],
  },
  {
    // 7 March begins at its own midnight, 05:00 UTC, and not at 01:00 like 8 March.
    title: 'a day before one without a midnight',
    range: '2026-03-08 to 2026-03-08',
    interval: 'hour',
    timezone: 'America/Havana',
    events: 'ada 03-07T05:00 03-08T04:59:59.999, bob 03-07T04:59:59.999',
    compared: [oneIn(23, 0), oneIn(24, 2)],
  },
]

export const STICKINESS_HOUR_CASES: readonly StickinessCase[] = HOURS.map(toCase)
