import type { RetentionQuery } from '../../src/insights/retention/query.ts'
import { retention } from '../../src/insights/retention/retention.ts'
import type { RetentionRow } from '../../src/insights/retention/shape.ts'
import type { GivenEvent } from './filter-definition.ts'
import { definitionsOf, type History, toGroup, toSeries } from './given-events.ts'
import type { DefinedCell, DefinedCohort, GivenRetention } from './retention-definition.ts'

/** The tested side: a store of histories that answers questions of them. */
export interface RetentionStore {
  /** Stores each history as a new project, and resolves with the projects' ids. */
  give(histories: readonly (readonly GivenEvent[])[]): Promise<number[]>
  answer(projectId: number, asked: GivenRetention): Promise<DefinedCohort[]>
  /** The actors behind one value, each with its appearances. */
  people(
    projectId: number,
    asked: GivenRetention,
    cell: DefinedCell,
  ): Promise<(readonly [number | string, readonly number[]])[]>
}

const toQuery = (asked: GivenRetention): RetentionQuery => ({
  kind: 'retention',
  series: [asked.target, asked.returning].map((one, place) => toSeries(one, 'total', place)),
  properties: toGroup(asked.properties),
  dateRange: { from: '-7d', to: asked.to, isExplicit: asked.isExplicit },
  interval: asked.interval,
  totalIntervals: asked.totalIntervals,
  type: asked.type,
  reference: asked.reference,
  isCumulative: asked.isCumulative,
  minimumOccurrences: asked.minimumOccurrences,
  groupTypeIndex: asked.groupTypeIndex,
  breakdown: null,
  filterTestAccounts: false,
})

export const retentionStore = (history: History): RetentionStore => ({
  give: history.give,
  async answer(projectId, asked) {
    const query = toQuery(asked)
    const named = definitionsOf([asked.target, asked.returning])
    const answer = (await history.ask(projectId, asked.calendar, query, named)) as RetentionRow[]
    return retention.items(query, answer, null).map(({ date, values }) => ({
      startMs: Date.parse(date),
      counts: values.map(({ count }) => count),
      rates: values.map(({ rate }) => rate),
      isIncomplete: values.map(({ is_incomplete: isIncomplete }) => isIncomplete),
    }))
  },
  people: (projectId, asked, cell) =>
    history.appearances(
      projectId,
      asked.calendar,
      toQuery(asked),
      definitionsOf([asked.target, asked.returning]),
      cell,
    ),
})
