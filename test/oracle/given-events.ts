import { z } from 'zod'
import type { EventStore } from '../../src/engine/event-store.ts'
import { tabField } from '../../src/engine/tab-separated.ts'
import { createEventInserter, type StoredEvent } from '../../src/ingest/store/event-inserter.ts'
import { createCompute, planQuestion } from '../../src/insights/answering/compute.ts'
import { createFindMoment } from '../../src/insights/answering/moments.ts'
import { peopledKindOf } from '../../src/insights/questions/find-kind.ts'
import { createPersonIds } from '../../src/listings/person-ids.ts'
import { createPersonStore } from '../../src/metadata/people/person-store.ts'
import { actionMatcher } from '../../src/query/action.ts'
import type { Definitions } from '../../src/query/definitions.ts'
import type { FilterGroup } from '../../src/query/filter.ts'
import type { InsightQuery } from '../../src/query/insight-query.ts'
import { parseFilters } from '../../src/query/parse-filters.ts'
import type { SeriesMath } from '../../src/query/series-math.ts'
import { jsonText } from '../../src/shared/json-text.ts'
import { flatNames } from '../fixtures/questions.ts'
import { storedEvent } from '../fixtures/stored-event.ts'
import type { TestApp } from '../fixtures/use-app.ts'
import { COHORTS, STATIC_COHORTS } from './cohorts-of-questions.ts'
import type { GivenEvent, GivenGroup, GivenMatcher, Properties } from './filter-definition.ts'
import type { GivenCalendar } from './range-definition.ts'

/** The one event store of a test file, in which each history is a project. */
export interface History {
  /**
   * Stores each history as a new project and resolves with the projects' ids. Between the projects it
   * stores a neighbour project with the same events and one earlier event. The rows of the neighbour must
   * never show in answers.
   */
  give(histories: readonly (readonly GivenEvent[])[]): Promise<number[]>
  /** Resolves with the answer, in the form of the question's kind. */
  ask(
    projectId: number,
    calendar: GivenCalendar,
    query: InsightQuery,
    definitions: Definitions,
  ): Promise<unknown>
  /** Resolves with the actors behind one number of the answer, in order. */
  people(
    projectId: number,
    calendar: GivenCalendar,
    query: InsightQuery,
    definitions: Definitions,
    cell: unknown,
  ): Promise<(number | string)[]>
  /** Resolves with the same actors as `people`, and with their appearances if the kind has any. */
  appearances(
    projectId: number,
    calendar: GivenCalendar,
    query: InsightQuery,
    definitions: Definitions,
    cell: unknown,
  ): Promise<[number | string, number[]][]>
}

let lastProjectId = 1000
const YEAR_MS = 365 * 86_400_000

/** Rows are written directly into the store: these tests are about results, not about capture. */
export function createHistory(server: TestApp): History {
  const depsAt = (nowMs: number) => ({
    engine: server.app.engine,
    walkers: server.app.walkers,
    personIds: createPersonIds(createPersonStore(server.app.metadata)),
    clock: () => nowMs,
    // Each of these persons has one distinct id. Oracles about merges send their events through capture.
    personRoots: { ready: async () => false },
    countEvents: async () => 0,
    versions: server.app.coordination.dataVersions,
  })
  const laterRows = async (
    projectId: number,
    calendar: GivenCalendar,
    query: InsightQuery,
    definitions: Definitions,
    cell: unknown,
  ) => {
    const deps = depsAt(calendar.nowMs)
    const question = questionOf(projectId, calendar, query)
    const moment = await createFindMoment(deps)(question, definitions)
    const { plan } = await planQuestion(question, { moment, definitions }, deps)
    const options = { name: 'people', projectId }
    const statement = await peopledKindOf(query).cells.people(plan, cell).run(deps, options)
    const rows = await deps.engine.rows(statement, options)
    return z.array(PersonRow).parse(rows)
  }
  return {
    async give(histories) {
      const projects = histories.map((events) => ({
        events,
        id: ++lastProjectId,
        neighbourId: ++lastProjectId,
      }))
      const rows = projects.flatMap(({ events, id, neighbourId }) => [
        ...events.map((event, i) => toRow(event, id, i)),
        ...events.map((event, i) => toRow(event, neighbourId, i)),
        ...events.slice(0, 1).map((event) => toRow({ ...event, atMs: event.atMs - YEAR_MS }, neighbourId, 0)),
      ])
      // Rows go into two parts of the table, so that the rows of a project do not lie together.
      for (const parity of [0, 1])
        await createEventInserter(server.app.engine).prepareInsert(
          rows.filter((_, i) => i % 2 === parity),
          server.nowMs,
        )()
      await mirrorSubjects(server.app.engine, projects)
      return projects.map(({ id }) => id)
    },
    async ask(projectId, calendar, query, definitions) {
      const deps = depsAt(calendar.nowMs)
      const question = questionOf(projectId, calendar, query)
      const moment = await createFindMoment(deps)(question, definitions)
      return createCompute(deps)(question, { moment, definitions })
    },
    async people(...asked) {
      return (await laterRows(...asked)).map(({ actor }) => actor).sort()
    },
    async appearances(...asked) {
      const rows = await laterRows(...asked)
      return rows.map(({ actor, appearances = [] }): [number | string, number[]] => [actor, appearances])
    },
  }
}

interface GivenProject {
  readonly events: readonly GivenEvent[]
  readonly id: number
  readonly neighbourId: number
}

/**
 * Writes the persons, groups and members of static cohorts that the events name, like the mirror does. The
 * neighbour project gets other rows.
 */
async function mirrorSubjects(engine: EventStore, projects: readonly GivenProject[]): Promise<void> {
  const persons = projects.flatMap(({ events, id, neighbourId }) => [
    ...rowsOf(events.map(({ person, personProperties }) => [[person], personProperties])).flatMap(
      ([key, text]) => [
        [id, key, 1, text].join('\t'),
        [neighbourId, key, 1, tabField('{"plan": "abc"}')].join('\t'),
      ],
    ),
  ])
  const ofEvents = (events: readonly GivenEvent[]) =>
    events.flatMap(({ groups = {}, groupProperties = {} }) =>
      Object.entries(groups).map(
        ([index, key]): Keyed => [[index, tabField(key)], groupProperties[Number(index)]],
      ),
    )
  const groups = projects.flatMap(({ events, id }) =>
    rowsOf(ofEvents(events)).map(([key, text]) => [id, key, 1, text].join('\t')),
  )
  const members = projects.flatMap(({ events, id, neighbourId }) =>
    events.flatMap(({ person, cohorts = [] }) => [
      ...STATIC_COHORTS.filter((one) => cohorts.includes(one)).map((one) => [id, one, person, 1].join('\t')),
      ...STATIC_COHORTS.map((one) => [neighbourId, one, person, 1].join('\t')),
    ]),
  )
  if (members.length > 0)
    await engine.insert('cohort_person', ['project_id', 'cohort_id', 'person', 'version'], members)
  if (persons.length > 0) await engine.insert('persons', ['project_id', 'person', ...WRITTEN], persons)
  if (groups.length > 0)
    await engine.insert('groups', ['project_id', 'group_type_index', 'group_key', ...WRITTEN], groups)
}

const WRITTEN = ['version', 'properties_raw']
type Keyed = readonly [key: readonly (string | number)[], properties: Properties | null | undefined]

/** Lists each subject that has properties once: its key and the text of its properties. */
const rowsOf = (subjects: readonly Keyed[]): [string, string][] => [
  ...new Map(
    subjects.flatMap(([key, properties]) =>
      properties ? [[key.join('\t'), tabField(jsonText(properties))] as const] : [],
    ),
  ),
]

const PersonRow = z.object({
  actor: z.union([z.number(), z.string()]),
  appearances: z.array(z.number()).optional(),
})

const questionOf = (id: number, { timezone, weekStartDay }: GivenCalendar, query: InsightQuery) => ({
  node: {},
  project: { id, timezone, weekStartDay, testAccountFilters: [], earliestHistoricalMs: 0 },
  query,
  at: flatNames,
})

/** The distinct id is made from the person's number. */
const toRow = (event: GivenEvent, projectId: number, index: number): StoredEvent =>
  storedEvent({
    projectId,
    personNumber: event.person,
    name: event.name,
    distinctId: `person ${event.person} device ${index % 2}`,
    timestampMs: event.atMs,
    properties: jsonText(event.properties),
    groups: event.groups,
  })

export const toGroup = (group: GivenGroup): FilterGroup => parseFilters(group, ['properties'])

/**
 * Makes a series of a question. `place` is its index in the question and also the id of its action in
 * `definitionsOf`.
 */
export const toSeries = <Math extends SeriesMath>(matcher: GivenMatcher, math: Math, place: number) => ({
  event: matcher.event,
  ...(matcher.action && { actionId: place }),
  name: matcher.event ?? 'All events',
  customName: null,
  math,
  properties: toGroup(matcher.properties),
})

/** All definitions that the series of a question and their filters name by id. */
export const definitionsOf = (series: readonly GivenMatcher[]): Definitions => ({
  actions: new Map(
    series.flatMap(({ action: steps }, place) =>
      steps === undefined ? [] : [[place, { name: `Action ${place}`, matcher: actionMatcher({ steps }) }]],
    ),
  ),
  cohorts: COHORTS,
})
