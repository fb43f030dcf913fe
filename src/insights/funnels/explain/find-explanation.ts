import type { Question } from '#insights/answering/question.ts'
import type { FunnelsPlan } from '#insights/funnels/plan.ts'
import { type FindPeopleDeps, type PeopleOptions, planAsOf } from '#insights/people/find-people.ts'
import { invalid } from '#shared/request-error.ts'
import { type ActorRow, actorRows, columnsOf, MOST_EVENTS } from './actor-rows.ts'
import { type ExplainedRun, explainRun } from './explain-run.ts'

/** One actor of a funnel. */
export interface AskedExplanation {
  /** Of a funnel. Its breakdown means nothing here. */
  readonly question: Question
  readonly asOfMs: number
  /** The number of a person's root, or the key of another actor. */
  readonly actor: number | string
}

export interface Explanation {
  readonly plan: FunnelsPlan
  /** All events of the actor that take part, in order of time. */
  readonly rows: readonly ActorRow[]
  readonly explained: ExplainedRun
}

/**
 * Why an actor is or is not at the steps of a funnel.
 * @throws RequestError where the question cannot be answered and for an actor with too many events, EngineError where the engine failed.
 */
export type FindExplanation = (asked: AskedExplanation, options: PeopleOptions) => Promise<Explanation>

export const createFindExplanation =
  (deps: FindPeopleDeps): FindExplanation =>
  (asked, { clientQueryId, ...asker }) => {
    const { question, actor } = asked
    const projectId = question.project.id
    return deps.cancellation.run(
      { projectId, clientQueryId },
      async (signal) => {
        const planned = await planAsOf(deps, asked, { ...asker, signal })
        // The plan of a funnel's question.
        const plan = planned.plan as FunnelsPlan
        const options = { name: 'funnels.explain', projectId, events: planned.events, ...asker, signal }
        const rows = await actorRows(plan, actor).run(deps, options)
        requireFew(rows)
        return { plan, rows, explained: explainRun(plan.rule, columnsOf(rows)) }
      },
      asker.signal,
    )
  }

function requireFew(rows: readonly ActorRow[]): void {
  if (rows.length > MOST_EVENTS)
    throw invalid(
      'max_value',
      `More than ${MOST_EVENTS} events of this actor take part: choose a shorter range of dates.`,
      'actor',
    )
}
