import type { Question } from '#insights/answering/question.ts'
import { type ExplainedSelectors, selectExplained } from '#insights/kinds/funnels/cells.ts'
import { type SelectedRow, selectedRow } from '#insights/kinds/funnels/people.ts'
import { type FindPeopleDeps, type PeopleOptions, planAsOf } from '#insights/people/find-people.ts'
import { type FunnelsPlan, planOf } from '#insights/runs/plan.ts'
import { ALL_STARTS } from '#insights/runs/walk/rule.ts'
import type { BreakdownRow } from '#query/breakdown.ts'
import type { InstantRange } from '#query/date-range.ts'
import { invalid } from '#shared/request-error.ts'
import { type ActorRow, actorRows, columnsOf, MOST_EVENTS } from './actor-rows.ts'
import { type ExplainedRun, explainRun, NOT_IN_ROW } from './explain-run.ts'
import { rowsInRow } from './rows-in-row.ts'

/** A question about one actor of a funnel. */
export interface AskedExplanation {
  /** The question of the funnel. */
  readonly question: Question
  /** Selects the row and the interval. Without them all rows together, and all runs, are explained. */
  readonly selectors: ExplainedSelectors
  readonly asOfMs: number
  /** The number of a person's root, or the key of another actor. */
  readonly actor: number | string
}

export interface Explanation {
  readonly plan: FunnelsPlan
  /** The row of the breakdown. Null without a breakdown, and for all rows together. */
  readonly row: BreakdownRow | null
  /** The runs that are explained begin in this range of instants, in ms. */
  readonly starts: InstantRange
  /** All events of the actor that take part, in order of time, with the steps that each serves in the row. */
  readonly rows: readonly ActorRow[]
  readonly explained: ExplainedRun
}

/**
 * Explains why an actor is or is not at the steps of a funnel.
 * @throws RequestError if the question cannot be answered or the actor has too many events, EngineError if
 * the engine failed.
 */
export type FindExplanation = (asked: AskedExplanation, options: PeopleOptions) => Promise<Explanation>

export const createFindExplanation =
  (deps: FindPeopleDeps): FindExplanation =>
  (asked, { askedBy, ...asker }) => {
    const { question, selectors, actor } = asked
    const projectId = question.project.id
    return deps.cancellation.run(
      { projectId, askedBy },
      async (signal) => {
        const planned = await planAsOf(deps, asked, { ...asker, signal })
        // The question is about a funnel, so its plan is the plan of a funnel.
        const plan = planOf(planned.plan as FunnelsPlan, selectors.compare_label)
        const options = { name: 'funnels.explain', projectId, events: planned.events, ...asker, signal }
        const { row, place } = selectExplained(plan, selectors)
        const all = await actorRows(plan, actor, row).run(deps, options)
        requireFew(all)
        const selected = await selectedRow(plan, row, { executors: deps, options })
        return { plan, row, ...explainIn(plan, { place, selected, rows: all, isInRow: row !== null }) }
      },
      asker.signal,
    )
  }

interface ExplainedIn {
  readonly place: number | null
  readonly selected: SelectedRow
  readonly rows: readonly ActorRow[]
  readonly isInRow: boolean
}

function explainIn(
  { rule, period, edgesMs }: FunnelsPlan,
  { place, selected, rows, isInRow }: ExplainedIn,
): Pick<Explanation, 'starts' | 'rows' | 'explained'> {
  const range = place === null ? ALL_STARTS : { fromMs: edgesMs[place] ?? 0, toMs: edgesMs[place + 1] ?? 0 }
  const starts = {
    fromMs: period.fromMs + Math.max(0, range.fromMs),
    toMs: Math.min(period.toMs, period.fromMs + range.toMs),
  }
  // An actor that is not a member of the cohort has no events in the cohort's row.
  const own = isInRow && rows.length === 0 ? null : rowsInRow(rule, selected, rows)
  if (own === null) return { starts, rows: [], explained: NOT_IN_ROW }
  return { starts, rows: own, explained: explainRun(rule, columnsOf(own), range) }
}

function requireFew(rows: readonly ActorRow[]): void {
  if (rows.length > MOST_EVENTS)
    throw invalid(
      'max_value',
      `More than ${MOST_EVENTS} events of this actor take part: choose a shorter range of dates.`,
      'actor',
    )
}
