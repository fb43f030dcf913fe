import { EVERYTHING, type GivenEvent } from './filter-definition.ts'
import type { GivenPaths } from './path-definition.ts'
import type { GivenFunnelPaths } from './path-funnel-definition.ts'
import { toldMs } from './told-events.ts'

export const ANY_PATHS: GivenPaths = {
  types: ['$pageview', 'custom_event'],
  customEvents: [],
  expression: null,
  cleaning: [],
  groupings: [],
  excluded: [],
  properties: EVERYTHING,
  range: { from: '-3d', to: null, isExplicit: false },
  calendar: { timezone: 'UTC', weekStartDay: 0, nowMs: toldMs('11-20T12:00') },
  groupTypeIndex: null,
  startPoint: null,
  endPoint: null,
  stepLimit: null,
  edgeLimit: null,
  minWeight: null,
  maxWeight: null,
  funnel: null,
}

/**
 * Reads events of a person on the 19th from text: `09:00 /, 09:10 paid`. Text that begins with a slash is a
 * page view.
 */
const walked = (person: number, text: string): GivenEvent[] =>
  text.split(', ').map((part) => {
    const [time = '', item = ''] = part.split(' ')
    const isPage = item.startsWith('/')
    return {
      person,
      name: isPage ? '$pageview' : item,
      atMs: toldMs(`11-19T${time}`),
      properties: isPage ? { $current_url: item } : {},
    }
  })

const WALKS: readonly GivenEvent[] = [
  ...walked(1, '09:00 /, 09:01 /pricing, 09:02 /pricing/, 09:10 paid, 09:40 /docs'),
  ...walked(2, '10:00 /, 10:04 /pricing, 10:05 /'),
  ...walked(3, '11:00 /, 11:10 /docs, 23:50 /, 23:52 /docs'),
  ...walked(4, '12:00 /docs'),
]
const LONG = walked(1, '09:00 /a, 09:01 /b, 09:02 /c, 09:04 /d, 09:08 /e, 09:16 /f')

export interface PathCase {
  readonly title: string
  readonly events: readonly GivenEvent[]
  readonly asked: GivenPaths
  /** `source > target value milliseconds` of each edge. */
  readonly expected: readonly string[]
  /** For each edge: the actors on it, and the actors whose path ends at its target. */
  readonly people?: readonly (readonly [number[], number[]])[]
}

const DOCS = '1_/ > 2_/docs 2 360000'
const PRICES = '1_/ > 2_/pricing 2 180000'
const HOME = '2_/pricing > 3_/ 1 60000'
const PAID = '2_/pricing > 3_paid 1 480000'
const with_ = (more: Partial<GivenPaths>): GivenPaths => ({ ...ANY_PATHS, ...more })

/** Paths around a step of a funnel. The funnel has two steps: a page view, and a payment within an hour. */
const around = (type: GivenFunnelPaths['type'], step: number): GivenPaths =>
  with_({
    funnel: { type, step, steps: ['$pageview', 'paid'], order: 'ordered', windowSeconds: 3600 },
  })

/** The worked example of docs/semantics/paths.md, then its rules one by one. */
export const PATH_CASES: readonly PathCase[] = [
  {
    title: 'the example',
    events: WALKS,
    asked: ANY_PATHS,
    expected: [DOCS, PRICES, HOME, PAID],
    people: [
      [[3], [3]],
      [[1, 2], []],
      [[2], [2]],
      [[1], [1]],
    ],
  },
  {
    title: 'from a start',
    events: WALKS,
    asked: with_({ startPoint: '/pricing' }),
    expected: ['1_/pricing > 2_/ 1 60000', '1_/pricing > 2_paid 1 480000'],
  },
  {
    title: 'to an end',
    events: WALKS,
    asked: with_({ endPoint: 'paid' }),
    expected: ['1_/ > 2_/pricing 1 120000', PAID],
  },
  {
    title: 'with a grouping',
    events: WALKS,
    asked: with_({ groupings: ['/p*'] }),
    expected: [DOCS, PRICES, HOME, PAID].map((edge) => edge.replaceAll('/pricing', '/p*')),
  },
  {
    title: 'a slash at the end of a start changes nothing',
    events: WALKS,
    asked: with_({ startPoint: '/pricing/' }),
    expected: ['1_/pricing > 2_/ 1 60000', '1_/pricing > 2_paid 1 480000'],
  },
  {
    title: 'a slash at the end of an end changes nothing',
    events: WALKS,
    asked: with_({ endPoint: 'paid/' }),
    expected: ['1_/ > 2_/pricing 1 120000', PAID],
  },
  {
    title: 'a slash at the end of an exclusion changes nothing',
    events: WALKS,
    asked: with_({ excluded: ['/pricing/'] }),
    expected: [DOCS, '1_/ > 2_paid 1 600000'],
  },
  {
    title: 'a grouping is found inside an address, after cleaning, and can be a start',
    events: walked(1, '09:00 /x, 09:01 /2/bar/7/foo, 09:02 /y'),
    asked: with_({
      cleaning: [{ regex: 'bar/7', alias: 'bar/one' }],
      groupings: ['/bar/one*'],
      startPoint: '/bar/one*',
    }),
    expected: ['1_/bar/one* > 2_/y 1 60000'],
  },
  {
    title: 'a grouping inside an address can be excluded',
    events: walked(1, '09:00 /x, 09:01 /2/bar/1/foo, 09:02 /y'),
    asked: with_({ groupings: ['/bar/*/foo'], excluded: ['/bar/*/foo'] }),
    expected: ['1_/x > 2_/y 1 120000'],
  },
  {
    title: 'edges that lead on from an edge beyond the limit are left out',
    events: ['09:00 /a, 09:01 /b, 09:02 /c', '09:00 /d, 09:01 /b, 09:02 /c'].flatMap((text, i) =>
      walked(i + 1, text),
    ),
    asked: with_({ edgeLimit: 1 }),
    expected: [],
  },
  {
    title: 'before the drop of those who did not reach the next step, until their window ends',
    events: WALKS,
    asked: around('funnel_path_before_step', -2),
    expected: ['1_/ > 2_/docs 1 600000', '1_/ > 2_/pricing 1 240000', HOME],
    people: [
      [[3], [3]],
      [[2], []],
      [[2], [2]],
    ],
  },
  {
    title: 'between two steps',
    events: WALKS,
    asked: around('funnel_path_between_steps', 2),
    expected: ['1_/pricing > 2_paid 1 480000'],
    people: [[[1], [1]]],
  },
  {
    title: 'before a step',
    events: WALKS,
    asked: around('funnel_path_before_step', 2),
    expected: ['1_/ > 2_/pricing 1 120000', PAID],
  },
  {
    title: 'after a step, in one session because the window is an hour',
    events: WALKS,
    asked: around('funnel_path_after_step', 2),
    expected: ['1_paid > 2_/docs 1 1800000'],
  },
  {
    title: 'after the step of those who did not reach the next',
    events: WALKS,
    asked: around('funnel_path_after_step', -2),
    expected: [DOCS, '1_/ > 2_/pricing 1 240000', HOME],
    people: [
      [[3], [3]],
      [[2], []],
      [[2], [2]],
    ],
  },
  {
    title: 'an item that is left out joins its neighbours',
    events: WALKS,
    asked: with_({ excluded: ['/pricing'] }),
    expected: [DOCS, '1_/ > 2_paid 1 600000'],
  },
  {
    title: 'at most so many items',
    events: LONG,
    asked: with_({ stepLimit: 2 }),
    expected: ['1_/a > 2_/b 1 60000'],
    people: [[[1], []]],
  },
  {
    title: 'the last of them before an end',
    events: LONG,
    asked: with_({ stepLimit: 2, endPoint: '/e' }),
    expected: ['1_/d > 2_/e 1 240000'],
  },
  {
    title: 'a long path between two points',
    events: LONG,
    asked: with_({ stepLimit: 4, startPoint: '/a', endPoint: '/f' }),
    expected: [
      '1_/a > 2_/b 1 60000',
      '2_/b > 3_... 1 60000',
      '3_... > 4_/e 1 360000',
      '4_/e > 5_/f 1 480000',
    ],
    people: [
      [[1], []],
      [[1], []],
      [[1], []],
      [[1], [1]],
    ],
  },
  {
    title: 'of edges of one value those of earlier steps',
    events: [...WALKS, ...walked(5, '09:00 /docs, 09:01 /pricing, 09:02 paid')],
    asked: with_({ edgeLimit: 4 }),
    expected: [DOCS, PRICES, '2_/pricing > 3_paid 2 270000', '1_/docs > 2_/pricing 1 60000'],
  },
  {
    title: 'an edge that the limit cuts off takes those behind it along',
    events: [...walked(1, '09:00 /a, 09:01 /x, 09:02 /y'), ...walked(2, '09:00 /b, 09:01 /x, 09:02 /y')],
    asked: with_({ edgeLimit: 1 }),
    expected: [],
  },
  {
    title: 'a weight keeps edges that none leads to',
    events: [...WALKS, ...walked(5, '09:00 /docs, 09:01 /pricing, 09:02 paid')],
    asked: with_({ maxWeight: 1 }),
    expected: ['1_/docs > 2_/pricing 1 60000', HOME],
  },
]
