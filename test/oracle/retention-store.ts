import { selectRow } from '../../src/insights/kind/select-row.ts'
import { parseRetentionBreakdown } from '../../src/insights/kinds/retention/parse-breakdown.ts'
import type { RetentionNode, RetentionQuery } from '../../src/insights/kinds/retention/query.ts'
import { retention } from '../../src/insights/kinds/retention/retention.ts'
import type { RetentionRow } from '../../src/insights/kinds/retention/shape.ts'
import { flatNames } from '../fixtures/questions.ts'
import { COHORTS } from './cohorts-of-questions.ts'
import type { GivenEvent } from './filter-definition.ts'
import { definitionsOf, type History, toGroup, toSeries } from './given-events.ts'
import type { DefinedCell, DefinedCohort, GivenRetention } from './retention-definition.ts'
import { breakdownOf } from './trend-forms.ts'

/** A cohort with the value of its row. Without a breakdown it has no value. */
export interface AnsweredCohort extends DefinedCohort {
  readonly breakdownValue?: unknown
}

/** The tested side: a store of histories that answers questions about them. */
export interface RetentionStore {
  /** Stores each history as a new project, and resolves with the projects' ids. */
  give(histories: readonly (readonly GivenEvent[])[]): Promise<number[]>
  answer(projectId: number, asked: GivenRetention): Promise<AnsweredCohort[]>
  /** Resolves with the actors behind one value, each with its appearances. */
  people(
    projectId: number,
    asked: GivenRetention,
    cell: DefinedCell,
  ): Promise<(readonly [number | string, readonly number[]])[]>
}

/** In this store, the id of a cohort is its number in the definition. */
const IDS = { cohorts: new Map([...COHORTS.keys()].map((id) => [id, id])), actions: new Map() }

function toBreakdown({ breakdown, groupTypeIndex }: GivenRetention): RetentionQuery['breakdown'] {
  if (breakdown === null) return null
  const node: RetentionNode = { kind: 'RetentionQuery', breakdownFilter: { ...breakdownOf(breakdown, IDS) } }
  return parseRetentionBreakdown(node, groupTypeIndex, flatNames)
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
  isRolling: asked.isRolling,
  brackets: asked.brackets,
  groupTypeIndex: asked.groupTypeIndex,
  ...(asked.summed !== null && { summed: asked.summed, values: [asked.summed.property] }),
  breakdown: toBreakdown(asked),
  filterTestAccounts: false,
})

export const retentionStore = (history: History): RetentionStore => ({
  give: history.give,
  async answer(projectId, asked) {
    const query = toQuery(asked)
    const named = definitionsOf([asked.target, asked.returning])
    const answer = (await history.ask(projectId, asked.calendar, query, named)) as RetentionRow[]
    return [...retention.items(query, answer, null, {})].map(
      ({ date, values, breakdown_value: breakdownValue }) => ({
        startMs: Date.parse(date),
        counts: values.map(({ count }) => count),
        ...(asked.summed !== null && { sums: values.map((value) => value.aggregation_value ?? Number.NaN) }),
        rates: values.map(({ rate }) => rate),
        isIncomplete: values.map(({ is_incomplete: isIncomplete }) => isIncomplete),
        ...(breakdownValue !== undefined && { breakdownValue }),
      }),
    )
  },
  people(projectId, asked, { row, ...cell }) {
    const query = toQuery(asked)
    const value = row?.breakdownValue
    const chosen =
      value === undefined
        ? null
        : selectRow(query.breakdown, typeof value === 'object' ? [...value] : value, 'row')
    const named = definitionsOf([asked.target, asked.returning])
    return history.appearances(projectId, asked.calendar, query, named, { ...cell, row: chosen })
  },
})
