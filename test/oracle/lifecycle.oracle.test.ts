import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tabField, tabInstant } from '../../src/engine/tab-separated.ts'
import { lifecycle } from '../../src/insights/kinds/lifecycle/lifecycle.ts'
import type { LifecycleQuery } from '../../src/insights/kinds/lifecycle/query.ts'
import type { StatusSeries } from '../../src/insights/kinds/lifecycle/shape.ts'
import { jsonText } from '../../src/shared/json-text.ts'
import { useApp } from '../fixtures/use-app.ts'
import type { GivenEvent, Properties } from './filter-definition.ts'
import { givenCases } from './given-cases.ts'
import { createHistory, definitionsOf, toGroup, toSeries } from './given-events.ts'
import { CLOCK_CHANGES } from './given-ranges.ts'
import { LIFECYCLE_CASES } from './lifecycle-cases.ts'
import { type CreatedTimes, type GivenLifecycle, STATUSES } from './lifecycle-definition.ts'
import { type LifecycleStore, lifecycleProperty } from './lifecycle-property.ts'
import { runs, within } from './runs.ts'

const server = useApp()
const history = createHistory(server)

/** Runs for each clock change. With twelve changes they make 60 questions, or 5,040 in a long run. */
const RUNS = runs({ short: 1, long: 10 })
const BATCH = runs({ short: 5, long: 42 })

let lastGroupId = 0

/**
 * Writes the times of creation like the mirror does, with a higher version than the rows of the history.
 * Before them it writes the same rows for the neighbour project, one day later.
 */
async function giveCreated(
  projectId: number,
  { persons, groups }: CreatedTimes,
  events: readonly GivenEvent[],
): Promise<void> {
  const { engine } = server.app
  const created = Object.entries(persons).flatMap(([person, atMs]) =>
    atMs === null ? [] : [{ person, atMs }],
  )
  const keyed = Object.entries(groups).flatMap(([index, keys]) =>
    Object.entries(keys).map(([key, atMs]) => ({ index, key, atMs })),
  )
  const propertiesOf = (person: number) =>
    propertiesText(events.find((event) => event.person === person)?.personProperties)
  const ofGroup = (index: number, key: string) =>
    propertiesText(events.find(({ groups = {} }) => groups[index] === key)?.groupProperties?.[index])
  const both = [
    { id: projectId + 1, laterMs: 86_400_000 },
    { id: projectId, laterMs: 0 },
  ]
  const personRows = both.flatMap(({ id, laterMs }) =>
    created.map(({ person, atMs }) =>
      [id, person, tabInstant(at(atMs + laterMs)), 2, propertiesOf(Number(person))].join('\t'),
    ),
  )
  const groupRows = both.flatMap(({ id, laterMs }) =>
    keyed.map(({ index, key, atMs }) => {
      const instant = tabInstant(at(atMs + laterMs))
      return [id, index, key, ++lastGroupId, instant, instant, 2, ofGroup(Number(index), key)].join('\t')
    }),
  )
  if (personRows.length > 0)
    await engine.insert(
      'persons',
      ['project_id', 'person', 'created_at', 'version', 'properties_raw'],
      personRows,
    )
  if (groupRows.length > 0) await engine.insert('groups', GROUP_COLUMNS, groupRows)
}

const propertiesText = (properties: Properties | null = {}) => tabField(jsonText(properties ?? {}))

const GROUP_COLUMNS = [
  'project_id',
  'group_type_index',
  'group_key',
  'id',
  'listed_at',
  'created_at',
  'version',
  'properties_raw',
]
const at = (epochMs: number) => new Date(epochMs).toISOString()

const toQuery = (asked: GivenLifecycle): LifecycleQuery => ({
  kind: 'lifecycle',
  series: [toSeries(asked.series, 'dau', 0)],
  properties: toGroup(asked.properties),
  dateRange: asked.range,
  interval: asked.interval,
  breakdown: null,
  filterTestAccounts: false,
  groupTypeIndex: asked.groupTypeIndex,
  statuses: STATUSES.filter(
    (status) => asked.toggledLifecycles.length === 0 || asked.toggledLifecycles.includes(status),
  ),
})

const store: LifecycleStore = {
  async give(histories) {
    const ids = await history.give(histories.map(({ events }) => events))
    for (const [i, { people, events }] of histories.entries()) await giveCreated(ids[i] ?? 0, people, events)
    return ids
  },
  async answer(projectId, asked) {
    const query = toQuery(asked)
    const answer = (await history.ask(
      projectId,
      asked.calendar,
      query,
      definitionsOf([asked.series]),
    )) as StatusSeries[]
    return [...lifecycle.items(query, answer, null, {})].map(({ status, days, data, count }) => ({
      status,
      days,
      data,
      count,
    }))
  },
  people: (projectId, asked, cell) =>
    history.people(projectId, asked.calendar, toQuery(asked), definitionsOf([asked.series]), cell),
}

const projectOf = givenCases(LIFECYCLE_CASES, store.give)

test.each(LIFECYCLE_CASES)('worked out by hand: $title', async (given) => {
  const answer = await store.answer(projectOf(given), given.asked)
  expect(answer.map(({ status, data }) => [status, data])).toEqual(given.expected)
})

test.each(CLOCK_CHANGES)(
  'any lifecycle in %s around %s has the result of the definition',
  async (timezone, change) => {
    await fc.assert(lifecycleProperty(store, timezone, change, BATCH), within(RUNS))
  },
)
