import { bound, type Fragment, sql } from '#fragments/fragment.ts'
import { numberList } from '#fragments/number-list.ts'
import type { EngineQuery } from '#insights/kind/engine-query.ts'
import { eventRows } from '#insights/runs/event-rows.ts'
import type { FunnelsPlan } from '#insights/runs/plan.ts'
import { runWalk } from '#insights/runs/run-walk.ts'
import { invalid } from '#shared/request-error.ts'
import type { FunnelPaths } from './parse-funnel.ts'
import type { FunnelSpans, SpansJob } from './spans-walk.ts'

/**
 * Maximum number of actors of the funnel step. A statement has up to 24 bytes for each of them, and a third
 * more because the bytes are written in base64. The engine accepts statements of at most 64 MiB.
 */
const MOST_ACTORS = 1_500_000

export const NO_SPANS: FunnelSpans = {
  actors: new Uint32Array(),
  fromMs: new Float64Array(),
  untilMs: new Float64Array(),
}

/**
 * Finds the actors of a step of the funnel, and the span of each actor, with a walk. Fails with a
 * RequestError if the step has more than {@link MOST_ACTORS} actors.
 */
export const spansQuery = (
  funnel: FunnelsPlan,
  { type, step, hasDropped }: FunnelPaths,
): EngineQuery<FunnelSpans> => ({
  sql: eventRows(funnel, { cohortId: null, range: null }),
  isWalked: true,
  async run(executors, options) {
    const job: SpansJob = { rule: funnel.rule, step, isLast: hasDropped, type }
    const everyone = { cohortId: null, range: null }
    const spans = await runWalk<FunnelSpans>(funnel, { executors, options }, everyone, 'funnel spans', job)
    if (spans.actors.length <= MOST_ACTORS) return spans
    throw invalid(
      'max_value',
      `This step has ${spans.actors.length} actors, and funnel paths are computed for at most ${MOST_ACTORS}: choose fewer days, or add filters.`,
      'funnel_paths',
    )
  },
})

/**
 * Selects the events of the actors of a step, each in the span of its actor. `items` are rows of events
 * with `actor`, `ms` and `item`. `actorNumber` is the number that the walk has for the actor in
 * `items.actor`.
 */
export const withinSpans = (
  items: Fragment,
  actorNumber: Fragment,
  { actors, fromMs, untilMs }: FunnelSpans,
  { period }: Pick<FunnelsPlan, 'period'>,
): Fragment => sql`-- the events of the actors of the funnel's step, in the time around it
SELECT
  items.actor AS actor,
  ms,
  item
FROM (
  ${items}
) AS items
INNER JOIN (
  SELECT
    span.1 AS member,
    span.2 AS from_ms,
    span.3 AS until_ms
  FROM (
    SELECT arrayJoin(arrayZip(
      ${numberList(actors)},
      ${numberList(fromMs)},
      ${numberList(untilMs)}
    )) AS span
  )
) AS spans ON ${actorNumber} = spans.member
WHERE ms - ${bound('Int64', period.fromMs)} >= from_ms
  AND ms - ${bound('Int64', period.fromMs)} <= until_ms`
