import fc from 'fast-check'
import { expect } from 'vitest'
import { EVERYTHING, type GivenEvent, type Properties } from './filter-definition.ts'
import { ORDERS } from './funnel-question.ts'
import { fewFilters, givenCalendar } from './given-occurrences.ts'
import { hasBegun, rangeOf } from './given-ranges.ts'
import { type GivenWorld, givenGroups, givenWorld, inWorld } from './given-world.ts'
import {
  actorsOnPaths,
  type DefinedEdge,
  type DefinedPathsCell,
  type GivenPaths,
  pathsByDefinition,
} from './path-definition.ts'
import type { GivenFunnelPaths } from './path-funnel-definition.ts'

export interface GivenPathsHistory extends GivenPaths {
  readonly events: readonly GivenEvent[]
  /** Decides for which number of the answer people are asked. */
  readonly looked: number
}
/** The tested side: a store of histories that answers questions about them. */
export interface PathsStore {
  /** Stores each history as a new project, and resolves with the projects' ids. */
  give(histories: readonly (readonly GivenEvent[])[]): Promise<number[]>
  answer(projectId: number, asked: GivenPaths): Promise<DefinedEdge[]>
  /** Resolves with the actors behind one number, in order. */
  people(projectId: number, asked: GivenPaths, cell: DefinedPathsCell): Promise<(number | string)[]>
}

const PAGES = ['/', '/', '/a', '/a', '/a/', '/users/1', '/users/2/', '/50%_x', 'Ä 1', '', '//']
const ITEMS = ['/', '/a', '/a/', '/users/1', 'paid', 'visit', 'visit/', 'Home', '/users/*', 'x']

const page = fc.constantFrom(...PAGES).map((url) => ({ name: '$pageview', own: { $current_url: url } }))
const visited = fc.oneof(
  { weight: 5, arbitrary: page },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      { name: '$screen', own: { $screen_name: 'Home' } },
      { name: '$screen', own: { $screen_name: '/a' } },
      ...['paid', 'visit', 'visit/', '$identify', '$pageview'].map((name) => ({ name, own: {} })),
    ),
  },
)

const MINUTE_MS = 60_000
/**
 * Times around the clock change. They are thirds of a session's gap apart, with a millisecond to either side,
 * so that gaps are met exactly and events happen at once.
 */
const givenTime = fc
  .tuple(
    fc.integer({ min: -9, max: 9 }),
    fc.constantFrom(0, 0, 0, 0, -1, 1, 1_000),
    fc.constantFrom(0, 0, 0, 0, 0, 0, -1),
  )
  .map(([thirds, jitterMs, days]) => thirds * 10 * MINUTE_MS + jitterMs + days * 24 * 60 * MINUTE_MS)

const occurrence = fc.record({
  person: fc.constantFrom(1, 1, 1, 1, 1, 2, 2, 3, 4),
  visited,
  sinceMs: givenTime,
  plan: fc.constantFrom<Properties>({}, {}, { plan: 'x' }, { plan: 'y' }, { plan: '' }),
  groups: givenGroups,
})

const expression = fc.constantFrom<NonNullable<GivenPaths['expression']>>(
  { text: 'properties.plan', of: ({ properties }) => properties.plan ?? null },
  { text: "concat(event, '!')", of: ({ name }) => `${name}!` },
  { text: 'person.properties.plan', of: ({ personProperties }) => personProperties?.plan ?? null },
)

const included = fc.oneof(
  fc.constant({ types: [], customEvents: [], expression: null }),
  expression.map((one) => ({ types: [], customEvents: [], expression: one })),
  fc
    .record({
      types: fc.subarray(['$pageview', '$screen', 'custom_event', 'hogql'] as const, { minLength: 1 }),
      customEvents: fc.subarray(['paid', 'visit', '$identify']),
      expression,
    })
    .map((one) => ({
      ...one,
      customEvents: one.types.includes('custom_event') ? [] : one.customEvents,
      expression: one.types.includes('hogql') ? one.expression : null,
    })),
  fc.constant({ types: ['$pageview', 'custom_event'] as const, customEvents: [], expression: null }),
)

const CLEANING = [
  { regex: String.raw`\d+`, alias: '<id>' },
  { regex: '^/users/(.)', alias: String.raw`/u/\1\0\x` },
  { regex: 'a', alias: '' },
  { regex: '(p)(q)?', alias: String.raw`\2\1` },
  { regex: '[/Ä]', alias: '|' },
]
const GROUPINGS = ['/users/*', '*a*', '*', '/50%_*', '/5*x', 'Ä*', '', '/_', String.raw`\*`, '/*/*']

const rarely = <Value>(most: readonly Value[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray([...most]) })
const point = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...ITEMS) },
)
const weight = fc.oneof(
  { weight: 8, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 }) },
)

/** Funnels whose windows are a third of a session's gap and longer. */
const funnel: fc.Arbitrary<GivenFunnelPaths> = fc
  .record({
    type: fc.constantFrom<GivenFunnelPaths['type']>(
      'funnel_path_after_step',
      'funnel_path_before_step',
      'funnel_path_between_steps',
    ),
    steps: fc.array(fc.constantFrom('$pageview', '$pageview', '$screen', 'paid', 'visit'), {
      minLength: 2,
      maxLength: 3,
    }),
    order: fc.constantFrom(...ORDERS, 'ordered' as const),
    windowSeconds: fc.constantFrom(600, 1200, 1800, 7200, 86_400),
    looked: fc.nat(100),
  })
  .map(({ looked, ...rest }) => {
    const least = rest.type === 'funnel_path_between_steps' ? 2 : 1
    const reached = rest.steps.map((_, i) => i + 1).filter((step) => step >= least)
    const choices = [...reached, ...reached.slice(0, -1).map((step) => -step - 1)]
    return { ...rest, step: choices[looked % choices.length] ?? least }
  })

export const givenPaths = (timezone: string, changeMs: number): fc.Arbitrary<GivenPathsHistory> =>
  fc
    .record({
      included,
      cleaning: rarely(CLEANING),
      groupings: rarely(GROUPINGS),
      excluded: rarely(['/a', 'paid/', '/users/*', '<id>', 'x']),
      properties: fc.oneof({ weight: 3, arbitrary: fc.constant(EVERYTHING) }, fewFilters),
      range: rangeOf(changeMs, 'day'),
      calendar: givenCalendar(timezone, changeMs),
      groupTypeIndex: fc.constantFrom(null, null, null, 0 as const, 4 as const),
      startPoint: point,
      endPoint: point,
      stepLimit: fc.constantFrom(null, null, 2, 3, 4, 7),
      edgeLimit: fc.constantFrom(null, null, null, 1, 2, 3, 5),
      funnel: fc.option(funnel, { freq: 2 }),
      weights: fc.tuple(weight, weight),
      events: fc.array(occurrence, { minLength: 6, maxLength: 36, size: 'max' }),
      world: givenWorld,
      looked: fc.nat(1000),
    })
    .map(({ included: { types, customEvents, expression: by }, weights, events, world, ...rest }) => {
      const [min, max] = weights
      const isReversed = min !== null && max !== null && min > max
      const placed = events.map(({ visited: { name, own }, sinceMs, plan, ...event }): GivenEvent => {
        return { ...event, name, atMs: changeMs + sinceMs, properties: { ...plan, ...own } }
      })
      return {
        ...rest,
        ...{ types, customEvents, expression: by },
        minWeight: isReversed ? max : min,
        maxWeight: isReversed ? min : max,
        events: placed.map(inWorld(withPlans(world))),
      }
    })
    .filter(({ range, events, calendar }) => range.from !== 'all' || hasBegun(events, calendar.nowMs))

/** The plan of each person becomes text: paths do not define how other values become text. */
const withPlans = (world: GivenWorld): GivenWorld => ({
  ...world,
  persons: Object.fromEntries(
    Object.entries(world.persons).map(([person, properties]) => [
      person,
      properties && { ...properties, plan: typeof properties.plan === 'string' ? properties.plan : null },
    ]),
  ),
})

/**
 * Returns a cell of an edge: its own people, the people at one of its ends, or those who left at its target.
 */
function cellOf(edges: readonly DefinedEdge[], looked: number): DefinedPathsCell {
  const edge = edges[looked % Math.max(edges.length, 1)]
  const none = { start: null, end: null, dropoff: null }
  const source = keyOf(edge?.source ?? '1_/')
  const target = keyOf(edge?.target ?? '2_/a')
  const cells: readonly [DefinedPathsCell, ...DefinedPathsCell[]] = [
    { ...none, start: source, end: target },
    { ...none, start: source },
    { ...none, end: target },
    { ...none, end: source },
    { ...none, dropoff: target },
  ]
  return cells[looked % cells.length] ?? cells[0]
}

const keyOf = (text: string) => ({ step: Number.parseInt(text, 10), item: text.replace(/^\d+_/, '') })

/**
 * Checks `batch` questions around one clock change. Their histories are stored at once, because storing takes
 * most of the time.
 */
export const pathsProperty = (store: PathsStore, timezone: string, change: string, batch: number) =>
  fc.asyncProperty(
    fc.array(givenPaths(timezone, Date.parse(change)), { minLength: batch, maxLength: batch }),
    async (questions) => {
      const ids = await store.give(questions.map(({ events }) => events))
      await Promise.all(
        questions.map(async (asked, i) => {
          const id = ids[i] ?? 0
          const defined = pathsByDefinition(asked.events, asked)
          expect(await store.answer(id, asked), JSON.stringify(asked)).toEqual(defined)
          const cell = cellOf(defined, asked.looked)
          expect(await store.people(id, asked, cell), JSON.stringify({ cell, asked })).toEqual(
            actorsOnPaths(asked.events, asked, cell),
          )
        }),
      )
    },
  )
