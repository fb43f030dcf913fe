import { oneIn, SIGNED_IN, type StickinessCase, type ToldStickiness, toCase } from './stickiness-case.ts'

const DAYS: readonly ToldStickiness[] = [
  {
    // The 17th to 20th; the period before is the 13th to 16th.
    title: 'days',
    events: 'ada 11-13T00:00 11-16T23:59:59.999, bob 11-12T23:59:59.999 11-17T00:00',
    compared: [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
    ],
  },
  ...['-7d', '-1w'].map((range) => ({
    // 8 days, the 13th to 20th. Moved back by 7 they are the 6th to 13th, so the 13th is in both. -1w is the
    // same range as -7d.
    title: `weekdays over weekdays, ${range}`,
    range,
    events: 'ada 11-06T00:00 11-13T23:59:59.999, bob 11-05T23:59:59.999 11-14T00:00',
    compared: [[2, 0, 0, 0, 0, 0, 0, 0], oneIn(8, 2)] as const,
  })),
  ...['-14d', '-2w'].map((range) => ({
    // 15 days, the 6th to 20th. Moved back by 14 they are 23 October to 6 November.
    title: `weekdays over weekdays, ${range}`,
    range,
    events: 'ada 10-23T00:00 11-06T23:59:59.999, bob 10-22T23:59:59.999',
    compared: [oneIn(15, 1), oneIn(15, 2)] as const,
  })),
  {
    // 9 days, the 12th to 20th. Moved back by 9 they are the 3rd to 11th.
    title: 'days that are no whole weeks',
    range: '-8d',
    events: 'ada 11-03T00:00 11-11T23:59:59.999, bob 11-02T23:59:59.999 11-12T00:00',
    compared: [oneIn(9, 1), oneIn(9, 2)],
  },
  ...['2026-11-13', '2026-11-13 to 2026-11-20', '-7d to 2026-11-20'].map((range) => ({
    // 8 days, the 13th to 20th. They move back by 8 days, to the 5th to 12th. The exception for -7d, which
    // moves back by 7 days, does not apply: the range begins with a date, or it has a date_to.
    title: `8 days, ${range}`,
    range,
    events: 'ada 11-05T00:00 11-12T23:59:59.999, bob 11-04T23:59:59.999 11-13T00:00',
    compared: [oneIn(8, 1), oneIn(8, 2)] as const,
  })),
  {
    // 10:00 on the 18th to 11:00 on the 20th. A begun day counts, so both ends move back by three days: 10:00
    // on the 15th to 11:00 on the 17th. Nothing between that and the 18th is counted.
    title: 'explicit dates',
    range: 'exactly 2026-11-18T10:00:00Z to 2026-11-20T11:00:00Z',
    events: 'ada 11-15T10:00 11-17T11:00, bob 11-15T09:59:59.999 11-17T11:00:00.001',
    compared: [
      [0, 0, 0],
      [0, 1, 0],
    ],
  },
  {
    // The 26th of October; before it the 25th, which is 25 hours: from 24 Oct 22:00 UTC (midnight in Berlin)
    // to 25 Oct 23:00 UTC.
    title: 'a day of 25 hours before',
    range: 'dStart',
    timezone: 'Europe/Berlin',
    now: '2026-10-26T12:00:00Z',
    events: 'ada 10-24T22:00, bob 10-25T22:59:59.999, cid 10-24T21:59:59.999, dan 10-25T23:00',
    compared: [[1], [2]],
  },
  {
    title: 'several series, the criterion and the form of the numbers',
    events:
      'ada 11-13T09:00 11-13T10:00 11-14T09:00 11-14T10:00 visit@11-15T09:00, bob 11-20T09:00 11-20T10:00',
    series: [SIGNED_IN, { ...SIGNED_IN, event: null }, { ...SIGNED_IN, event: 'visit' }],
    criteria: { operator: 'gte', value: 2 },
    isCumulative: true,
    compare: { to: null },
    items: [
      ['current', [1, 0, 0, 0], 1], // bob's 20th
      ['current', [1, 0, 0, 0], 1],
      ['current', [0, 0, 0, 0], 0],
      ['previous', [1, 1, 0, 0], 1], // ada on 2 days of 13th to 16th
      ['previous', [1, 1, 0, 0], 1], // the visit is alone on its day
      ['previous', [0, 0, 0, 0], 0],
    ],
  },
  ...[null, '-1m'].map((to) => ({
    title: `since the first event nothing is before, compare_to ${to}`,
    range: 'all',
    events: 'ada 11-18T15:00 11-20T09:00',
    compare: { to },
    items: [[null, [0, 1, 0], 1]] as const,
  })),
]

const WEEKS_AND_MONTHS: readonly ToldStickiness[] = [
  {
    // The weeks of 1, 8 and 15 November, up to Friday the 20th. Moved back by three weeks: 11 October to
    // Friday, 30 October.
    title: 'weeks',
    range: '-2w',
    interval: 'week',
    events: 'ada 10-11T00:00 10-30T23:59:59.999, bob 10-10T23:59:59.999 10-31T00:00',
    compared: [
      [0, 0, 0],
      [0, 1, 0],
    ],
  },
  {
    // Weeks begin on Monday: 2, 9 and 16 November. Moved back by three weeks: 12 to 30 October.
    title: 'weeks from Monday',
    range: '-2w',
    interval: 'week',
    weekStartDay: 1,
    events: 'ada 10-12T00:00 10-30T23:59:59.999, bob 10-11T23:59:59.999 10-31T00:00',
    compared: [
      [0, 0, 0],
      [0, 1, 0],
    ],
  },
  {
    // 1 to 31 March; a month before is 1 to 28 February, which has no 31st.
    title: 'a shorter month before',
    range: 'mStart',
    interval: 'month',
    now: '2026-03-31T12:00:00Z',
    events: 'ada 02-01T00:00, bob 02-28T23:59:59.999, cid 01-31T23:59:59.999, dan 03-01T00:00',
    compared: [[1], [2]],
  },
  {
    // The range is 1 to 28 February, and ends at the midnight of 1 March. The range a month before ends at
    // the midnight of 1 February, so it is all of January.
    title: 'a longer month before',
    range: 'mStart',
    interval: 'month',
    now: '2026-02-28T12:00:00Z',
    events: 'ada 01-28T23:59:59.999, bob 01-31T23:59:59.999, cid 02-01T00:00',
    compared: [[1], [2]],
  },
  {
    // 1 January to 31 March; three months before is 1 October to 31 December.
    title: 'three months, over a new year',
    range: '2026-01-15',
    interval: 'month',
    now: '2026-03-31T12:00:00Z',
    events: 'ada 2025-10-01T00:00 2025-12-31T23:59:59.999, bob 2025-09-30T23:59:59.999 01-01T00:00',
    compared: [
      [1, 0, 0],
      [0, 1, 0],
    ],
  },
]

const COMPARE_TO: readonly ToldStickiness[] = [
  {
    // The 17th to 20th; a week before is the 10th to 13th.
    title: 'a week before',
    compare: { to: '-1w' },
    events: 'ada 11-10T00:00 11-13T23:59:59.999, bob 11-09T23:59:59.999 11-14T00:00',
    compared: [
      [0, 0, 0, 0],
      [0, 1, 0, 0],
    ],
  },
  {
    // The 13th to 20th; 14 days before, and not 7 as by default, is 30 October to 6 November.
    title: '14 days before',
    range: '-7d',
    compare: { to: '-14d' },
    events: 'ada 10-30T00:00 11-06T23:59:59.999, bob 10-29T23:59:59.999 11-07T00:00',
    compared: [oneIn(8, 0), oneIn(8, 2)],
  },
  {
    // March; a month before is 1 to 28 February, so 28 days are compared with 31.
    title: 'a month before',
    range: '2026-03-01 to 2026-03-31',
    compare: { to: '-1m' },
    events: 'ada 02-01T00:00 02-28T23:59:59.999, bob 01-31T23:59:59.999 03-01T00:00',
    compared: [oneIn(31, 1), oneIn(28, 2)],
  },
  {
    title: 'a year before a day that only leap years have',
    range: '2024-02-29 to 2024-02-29',
    compare: { to: '-1y' },
    events: 'ada 2023-02-28T12:00, bob 2023-03-01T00:00',
    compared: [[0], [1]],
  },
  {
    // Sunday the 15th to Friday the 20th; a month before is Thursday, 15 October to 20 October. Its first
    // week is whole and begins on Sunday the 11th, so two weeks are compared with one.
    title: 'weeks, a month before',
    range: 'wStart',
    interval: 'week',
    compare: { to: '-1m' },
    events: 'ada 10-11T00:00 10-20T23:59:59.999, bob 10-10T23:59:59.999 10-21T00:00',
    compared: [[0], [0, 1]],
  },
  {
    // The 20th, 07:00 to 12:59; a week before is the 13th, 07:00 to 12:59.
    title: 'hours, a week before',
    range: '-5h',
    interval: 'hour',
    now: '2026-11-20T12:30:00Z',
    compare: { to: '-1w' },
    events: 'ada 11-13T07:00 11-13T12:59:59.999, bob 11-13T06:59:59.999 11-13T13:00',
    compared: [oneIn(6, 0), oneIn(6, 2)],
  },
]

export const STICKINESS_COMPARE_CASES: readonly StickinessCase[] = [
  ...DAYS,
  ...WEEKS_AND_MONTHS,
  ...COMPARE_TO,
].map(toCase)
