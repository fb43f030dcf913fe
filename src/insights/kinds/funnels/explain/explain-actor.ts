import type { EngineQuery } from '#insights/kind/engine-query.ts'
import type { Explanation, Explanations, NamedActor } from '#insights/kind/explanations.ts'
import { ExplainedSelectors, selectExplained } from '#insights/kinds/funnels/cells.ts'
import { type SelectedRow, selectedRow } from '#insights/kinds/funnels/people.ts'
import { type FunnelsPlan, planOf } from '#insights/runs/plan.ts'
import type { FunnelsQuery } from '#insights/runs/question/query.ts'
import { actorTypeOf } from '#insights/runs/run-actors.ts'
import { ALL_STARTS } from '#insights/runs/walk/rule.ts'
import { invalid } from '#shared/request-error.ts'
import type { ActorInFunnel } from './actor-in-funnel.ts'
import { type ActorRow, actorRows, columnsOf, MOST_EVENTS } from './actor-rows.ts'
import { explainRun, NOT_IN_ROW } from './explain-run.ts'
import { toExplanation } from './explanation.ts'
import { rowsInRow } from './rows-in-row.ts'

export const funnelExplanations: Explanations<FunnelsPlan> = {
  selectors: ExplainedSelectors,
  example: {
    // The example counts devices: any text can be the key of a device, while a person is known by an id
    // that differs from server to server.
    question: { funnel_aggregate_by_hogql: 'properties.$device_type' },
    actor: 'Mobile',
  },
  actorOf: (query) => actorTypeOf(query as FunnelsQuery),
  explain: explainActor,
}

/**
 * Explains why an actor is, or is not, at the steps of a funnel. Without selectors it explains all runs,
 * and all rows together.
 * @throws RequestError if the actor has too many events.
 */
function explainActor(
  both: FunnelsPlan,
  selectors: ExplainedSelectors,
  actor: NamedActor,
): EngineQuery<Explanation> {
  const plan = planOf(both, selectors.compare_label)
  const { row, place } = selectExplained(plan, selectors)
  const events = actorRows(plan, actor.key, row)
  return {
    sql: events.sql,
    async run(executors, options) {
      const rows = await events.run(executors, options)
      requireFew(rows)
      const selected = await selectedRow(plan, row, { executors, options })
      const found = explainIn(plan, { place, selected, rows, isInRow: row !== null })
      return toExplanation(actor.name, { plan, row, ...found })
    },
  }
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
): Pick<ActorInFunnel, 'starts' | 'rows' | 'explained'> {
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
