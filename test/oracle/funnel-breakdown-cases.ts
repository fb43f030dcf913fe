import { NONE as NONE_TEXT, OTHER as OTHER_TEXT } from './breakdown-value-definition.ts'
import { asked, byPlan, did, type FunnelCase, steps, without } from './funnel-case.ts'

const NONE = [NONE_TEXT]
const OTHER = [OTHER_TEXT]

const PLANS = did(
  'ada a 09:00+pro a 09:10+free b 09:20+free',
  'bob a 09:00+free b 09:10+trial',
  'cid a 09:00 b 09:10',
)

export const FUNNEL_BREAKDOWN_CASES: readonly FunnelCase[] = [
  {
    title: 'by the first value',
    events: PLANS,
    question: asked('a b', byPlan(null)),
    expected: [
      [['free'], steps([1, 1], 600)],
      [['pro'], steps([1, 1], 600)],
      [NONE, steps([1, 1], 600)],
    ],
  },
  {
    title: 'by the last value, of which one is a row',
    events: PLANS,
    question: asked('a b', byPlan('last_touch', 1)),
    expected: [
      [['free'], steps([1, 1], 600)],
      [OTHER, steps([1, 1], 600)],
      [NONE, steps([1, 1], 600)],
    ],
  },
  {
    title: 'all events of a run have the value',
    events: PLANS,
    question: asked('a b', byPlan('all_events')),
    expected: [
      [['free'], steps([2, 1], 600)],
      [['pro'], steps([1, 0])],
      [NONE, steps([1, 1], 600)],
    ],
  },
  {
    title: 'all events of a run have one of the further values',
    events: PLANS,
    question: asked('a b', byPlan('all_events', 1)),
    expected: [
      [['free'], steps([2, 1], 600)],
      [OTHER, steps([1, 0])],
      [NONE, steps([1, 1], 600)],
    ],
  },
  {
    title: 'the first step has the value',
    events: PLANS,
    question: asked('a b', byPlan({ step: 0 })),
    expected: [
      [
        ['free'],
        [
          { count: 2, averageSeconds: null, medianSeconds: null },
          { count: 2, averageSeconds: 600, medianSeconds: 600 },
        ],
      ],
      [['pro'], steps([1, 1], 1200)],
      [NONE, steps([1, 1], 600)],
    ],
  },
  {
    title: 'the second step has the value, and who did not do it is in no row',
    events: [...PLANS.filter(({ person, name }) => person !== 2 || name === 'a')],
    question: asked('a b', byPlan({ step: 1 })),
    expected: [
      [['free'], steps([1, 1], 600)],
      [['trial'], steps([1, 1], 600)],
    ],
  },
  {
    title:
      'values that no run begins with are in no row where all others have one: free and pro together would make a run',
    events: did('ada a 09:00+pro b 09:03+free x 09:05+pro', 'bob a 09:00+team'),
    question: asked('a b', { ...without('x', 0, 1), ...byPlan('all_events') }),
    expected: [[['team'], steps([1, 0])]],
  },
  {
    title: 'beside a further value they are in the row of the others',
    events: did('ada a 09:00+pro b 09:03+free x 09:05+pro', 'bob a 09:00+team a 09:00+trial'),
    question: asked('a b', { ...without('x', 0, 1), ...byPlan('all_events', 1) }),
    expected: [
      [['team'], steps([1, 0])],
      [OTHER, steps([2, 1], 180)],
    ],
  },
]
