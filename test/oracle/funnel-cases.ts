import { asked, did, type FunnelCase, steps, without } from './funnel-case.ts'

const PAGE = did(
  'ada visit 10:00 visit 10:50 sign_up 10:55 pay 11:10',
  'bob visit 10:00 sign_up 10:30 pay 11:01',
  'cid sign_up 09:00 visit 10:00 pay 10:10',
)

export const FUNNEL_CASES: readonly FunnelCase[] = [
  {
    title: 'the time left: the window of bob ends with the range, that of cid behind it, that of ada in it',
    events: did('ada visit 22:30', 'bob visit 22:30 visit 23:00', 'cid visit 23:30 sign_up 23:45'),
    question: asked('visit sign_up pay'),
    expected: [
      [
        null,
        [
          { count: 3, openCount: null },
          { count: 1, averageSeconds: 900, openCount: 1 },
          { count: 0, openCount: 1 },
        ],
      ],
    ],
  },
  {
    title: 'the time left: an excluded event ends the run of ada, and not the later one of bob',
    events: did('ada visit 23:30 cancel 23:40', 'bob visit 23:30 cancel 23:40 visit 23:50'),
    question: asked('visit pay', without('cancel', 0, 1)),
    expected: [
      [
        null,
        [
          { count: 1, openCount: null },
          { count: 0, openCount: 1 },
        ],
      ],
    ],
  },
  {
    title: 'the example of the page',
    events: PAGE,
    question: asked('visit sign_up pay'),
    expected: [[null, steps([3, 2, 1], 1050, 900)]],
  },
  {
    title: 'the example of the page, unordered: bob from 10:00, cid from 09:00',
    events: PAGE,
    question: asked('visit sign_up pay', { order: 'unordered' }),
    // The second step took ada 5, bob 30 and cid 60 minutes. The third step took ada 15.
    expected: [
      [
        null,
        [
          { count: 3, averageSeconds: null, medianSeconds: null },
          { count: 3, averageSeconds: 1900, medianSeconds: 1800 },
          { count: 1, averageSeconds: 900, medianSeconds: 900 },
        ],
      ],
    ],
  },
  {
    title: 'the example of the page, with an optional step: ada and bob do it, cid pays without',
    events: PAGE,
    question: asked('visit sign_up pay', { optionalSteps: [1] }),
    expected: [
      [
        null,
        [
          { count: 3, averageSeconds: null, medianSeconds: null },
          { count: 2, averageSeconds: 1050, medianSeconds: 1050 },
          { count: 2, averageSeconds: 750, medianSeconds: 750 },
        ],
      ],
    ],
  },
  {
    title:
      'an optional step only adds: the run with the sign up counts, though a later visit reaches the payment too',
    events: did('ada a 10:00 b 10:10 a 10:20 c 10:30'),
    question: asked('a b c', { optionalSteps: [1] }),
    expected: [
      [
        null,
        [
          { count: 1, averageSeconds: null, medianSeconds: null },
          { count: 1, averageSeconds: 600, medianSeconds: 600 },
          { count: 1, averageSeconds: 1200, medianSeconds: 1200 },
        ],
      ],
    ],
  },
  {
    title:
      'of the runs of the level the one with the most optional steps counts, also if it is later; then the first',
    events: did(
      'ada a 10:00 d 10:01 a 11:00 b 11:10 d 11:20 a 12:00 c 12:05 d 12:10',
      'bob a 10:00 d 10:02 a 11:00 d 11:30',
    ),
    question: asked('a b c d', { optionalSteps: [1, 2] }),
    expected: [
      [
        null,
        [
          { count: 2, averageSeconds: null, medianSeconds: null },
          { count: 1, averageSeconds: 600, medianSeconds: 600 },
          { count: 0, averageSeconds: null, medianSeconds: null },
          { count: 2, averageSeconds: 360, medianSeconds: 360 },
        ],
      ],
    ],
  },
  {
    title: 'an optional step has an event of its own, and one at the end of the window counts',
    events: did('ada a 10:00 b 10:10', 'bob a 10:00 b 10:00 b 10:00 b 10:20', 'cid a 10:00 b 10:10 c 11:00'),
    question: asked('a b b c', { optionalSteps: [1, 3] }),
    // The first b serves the third step. cid's c is exactly one hour after the start.
    expected: [
      [
        null,
        [
          { count: 3, averageSeconds: null, medianSeconds: null },
          { count: 1, averageSeconds: 0, medianSeconds: 0 },
          { count: 3, averageSeconds: 400, medianSeconds: 600 },
          { count: 1, averageSeconds: 3000, medianSeconds: 3000 },
        ],
      ],
    ],
  },
  {
    title: 'the example of the page, with an exclusion',
    events: PAGE,
    question: asked('visit sign_up', without('pay', 0, 1)),
    expected: [[null, steps([2, 2], 1050)]],
  },
  {
    title: 'the example of the page, strict: ada visits twice, cid pays at once',
    events: PAGE,
    question: asked('visit pay', { order: 'strict' }),
    expected: [[null, steps([3, 1], 600)]],
  },
  {
    title:
      'strict: an event of the same millisecond stands before the start or behind the end, never between',
    events: did('ada x 10:00 a 10:00 b 10:01 x 10:01', 'bob a 10:00 x 10:01 b 10:01 c 10:02'),
    question: asked('a b c', { order: 'strict' }),
    expected: [[null, steps([2, 2, 0], 60)]],
  },
  {
    title: 'exactly the window, and a second more',
    events: did('ada a 10:00 b 11:00', 'bob a 10:00 b 11:00:01'),
    question: asked('a b'),
    expected: [[null, steps([2, 1], 3600)]],
  },
  {
    title: 'the window is that from the first step, not from the one before',
    events: did('ada a 10:00 b 10:40 c 11:20'),
    question: asked('a b c'),
    expected: [[null, steps([1, 1, 0], 2400)]],
  },
  {
    title: 'two steps that ask for the same event need two of them',
    events: did('ada a 10:00 b 10:01', 'bob a 10:00 a 10:00 b 10:01'),
    question: asked('a a b'),
    expected: [[null, steps([2, 1, 1], 0, 60)]],
  },
  {
    title: 'events of one millisecond in whichever order serves',
    events: did('ada c 10:00 b 10:00 a 10:00', 'bob a 10:00 b 10:01 a 10:01'),
    question: asked('a b a'),
    expected: [[null, steps([2, 2, 1], 30, 0)]],
  },
  {
    title: 'steps of every event, of which each serves one',
    events: did('ada a 10:00 b 10:00 c 10:00', 'bob c 10:00 c 10:01'),
    question: asked('* c *'),
    expected: [
      [
        null,
        [
          { count: 2, averageSeconds: null, medianSeconds: null },
          { count: 2, averageSeconds: 30, medianSeconds: 30 },
          { count: 1, averageSeconds: 0, medianSeconds: 0 },
        ],
      ],
    ],
  },
  {
    title: 'of the starts that reach the level at the same time the latest counts',
    events: did('ada a 10:00 b 10:05 a 10:20 c 10:30 b 10:40 c 10:50', 'bob a 10:00 a 10:10 b 10:30'),
    question: asked('a b c'),
    // ada reaches c at 10:30 only from the start at 10:00. bob reaches b only from 10:10.
    expected: [
      [
        null,
        [
          { count: 2, averageSeconds: null, medianSeconds: null },
          { count: 2, averageSeconds: 750, medianSeconds: 750 },
          { count: 1, averageSeconds: 1500, medianSeconds: 1500 },
        ],
      ],
    ],
  },
  {
    title: 'an excluded event of the millisecond of a step does not taint, one between does',
    events: did('ada a 10:00 x 10:00 b 10:10 x 10:10', 'bob a 10:00 x 10:05 b 10:10', 'cid a 10:00 x 11:00'),
    question: asked('a b', without('x', 0, 1)),
    expected: [[null, steps([1, 1], 600)]],
  },
  {
    title: 'an untainted run of the level is enough; one of a lower level is not',
    events: did('ada a 10:00 x 10:05 a 10:10 b 10:20', 'bob a 08:00 a 10:00 x 10:05 b 10:10'),
    question: asked('a b', without('x', 0, 1)),
    expected: [[null, steps([1, 1], 600)]],
  },
  {
    title: 'an exclusion between later steps',
    events: did(
      'ada a 10:00 x 10:05 b 10:10 c 10:20',
      'bob a 10:00 b 10:10 x 10:15 c 10:20',
      'cid a 10:00 x 10:01',
    ),
    question: asked('a b c', without('x', 1, 2)),
    expected: [[null, steps([2, 1, 1], 600, 600)]],
  },
  {
    title: 'an exclusion of an unordered funnel spans all steps',
    events: did('ada b 10:00 x 10:05 a 10:10', 'bob b 10:00 a 10:10 x 10:20', 'cid b 10:00 x 11:00:01'),
    question: asked('a b', { order: 'unordered', ...without('x', 0, 1) }),
    expected: [[null, steps([2, 1], 600)]],
  },
  {
    title: 'the conversion of each hour, of the runs that start in it',
    events: did('ada a 09:30 a 10:30 b 10:40', 'bob a 09:10 b 10:05', 'cid a 10:59 b 12:00'),
    question: asked('a b', {
      vizType: 'trends',
      interval: 'hour',
      range: { from: '2026-11-18T09:00:00Z', to: '2026-11-18T11:59:59Z', isExplicit: true },
    }),
    // The payment at 10:40 is 70 minutes after 09:30; cid's payment is after the end of the range.
    expected: [
      [
        null,
        {
          days: ['2026-11-18 09:00:00', '2026-11-18 10:00:00', '2026-11-18 11:00:00'],
          labels: ['18-Nov-2026 09:00', '18-Nov-2026 10:00', '18-Nov-2026 11:00'],
          data: [50, 50, 0],
        },
      ],
    ],
  },
  {
    title: 'the time to convert from the second step to the third, in bins',
    events: did('ada a 10:00 b 10:10 c 10:10:10', 'bob a 10:00 b 10:01 c 10:01:20', 'cid a 10:00 b 10:01'),
    question: asked('a b c', { vizType: 'time_to_convert', fromStep: 1 }),
    // Two actors make two bins of 5 seconds each, from second 10 on.
    expected: [
      [
        null,
        {
          averageSeconds: 15,
          bins: [
            [10, 1],
            [15, 0],
            [20, 1],
          ],
        },
      ],
    ],
  },
  {
    title: 'bins of a minute where all times are one',
    events: did('ada a 10:00 b 10:00:07', 'bob a 10:00 b 10:00:07'),
    question: asked('a b', { vizType: 'time_to_convert', binCount: 1 }),
    expected: [
      [
        null,
        {
          averageSeconds: 7,
          bins: [
            [7, 2],
            [67, 0],
          ],
        },
      ],
    ],
  },
]
