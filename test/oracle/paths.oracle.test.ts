import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INSIGHT_NODES } from '../../src/contract/insight-kinds.ts'
import { paths } from '../../src/insights/kinds/paths/paths.ts'
import type { PathsAnswer } from '../../src/insights/kinds/paths/shape.ts'
import { fieldPathsIn } from '../../src/shared/field-paths.ts'
import { useApp } from '../fixtures/use-app.ts'
import { givenCases } from './given-cases.ts'
import { createHistory, definitionsOf } from './given-events.ts'
import { CLOCK_CHANGES } from './given-ranges.ts'
import { PATH_CASES } from './path-cases.ts'
import type { GivenPaths } from './path-definition.ts'
import type { GivenFunnelPaths } from './path-funnel-definition.ts'
import { type PathsStore, pathsProperty } from './path-property.ts'
import { runs, within } from './runs.ts'

const history = createHistory(useApp())

/** Runs for each clock change. With twelve changes they make 60 questions, or 5,040 in a long run. */
const RUNS = runs({ short: 1, long: 10 })
const BATCH = runs({ short: 5, long: 42 })

const toQuery = (asked: GivenPaths) =>
  paths.parse(
    paths.wire.node.parse({
      kind: INSIGHT_NODES.PATHS,
      dateRange: {
        date_from: asked.range.from,
        date_to: asked.range.to,
        explicitDate: asked.range.isExplicit,
      },
      properties: asked.properties,
      aggregation_group_type_index: asked.groupTypeIndex,
      pathsFilter: {
        includeEventTypes: asked.types,
        includeCustomEvents: asked.customEvents,
        pathsHogQLExpression: asked.expression?.text ?? null,
        localPathCleaningFilters: asked.cleaning,
        pathGroupings: asked.groupings,
        excludeEvents: asked.excluded,
        startPoint: asked.startPoint,
        endPoint: asked.endPoint,
        stepLimit: asked.stepLimit,
        edgeLimit: asked.edgeLimit,
        minEdgeWeight: asked.minWeight,
        maxEdgeWeight: asked.maxWeight,
      },
      ...(asked.funnel !== null && { funnelPathsFilter: toFunnel(asked.funnel, asked) }),
    }),
    fieldPathsIn(['query']),
  )

const toFunnel = (
  { type, step, steps, order, windowSeconds }: GivenFunnelPaths,
  { groupTypeIndex }: GivenPaths,
) => ({
  funnelPathType: type,
  funnelStep: step,
  funnelSource: {
    kind: INSIGHT_NODES.FUNNELS,
    series: steps.map((event) => ({ kind: 'EventsNode', event })),
    aggregation_group_type_index: groupTypeIndex,
    funnelsFilter: {
      funnelOrderType: order,
      funnelWindowInterval: windowSeconds,
      funnelWindowIntervalUnit: 'second',
    },
  },
})

const store: PathsStore = {
  give: history.give,
  async answer(projectId, asked) {
    const query = toQuery(asked)
    const answer = (await history.ask(projectId, asked.calendar, query, definitionsOf([]))) as PathsAnswer
    return [...paths.items(query, answer, null, {})].map(
      ({ source, target, value, average_conversion_time: averageMs }) => ({
        source,
        target,
        value,
        averageMs,
      }),
    )
  },
  people: (projectId, asked, cell) =>
    history.people(projectId, asked.calendar, toQuery(asked), definitionsOf([]), cell),
}

const projectOf = givenCases(PATH_CASES, (cases) => store.give(cases.map(({ events }) => events)))

test.each(PATH_CASES)('worked out by hand: $title', async (given) => {
  const { asked, expected, people = [] } = given
  const projectId = projectOf(given)
  const edges = await store.answer(projectId, asked)
  expect(
    edges.map(({ source, target, value, averageMs }) => `${source} > ${target} ${value} ${averageMs}`),
  ).toEqual(expected)
  for (const [i, expectedPeople] of people.entries()) {
    const [start, end] = [edges[i]?.source, edges[i]?.target].map((key = '') => ({
      step: Number(key[0]),
      item: key.slice(2),
    }))
    const listed = [
      await store.people(projectId, asked, { start: start ?? null, end: end ?? null, dropoff: null }),
      await store.people(projectId, asked, { start: null, end: null, dropoff: end ?? null }),
    ]
    expect(listed).toEqual(expectedPeople)
  }
})

test.each(CLOCK_CHANGES)(
  'any paths in %s around %s have the result of the definition',
  async (timezone, change) => {
    await fc.assert(pathsProperty(store, timezone, change, BATCH), within(RUNS))
  },
)
