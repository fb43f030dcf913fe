import type { z } from 'zod'
import type { FunnelExplanationBody } from '#contract/funnel-explanation.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import type { JsonObject } from '#shared/json-value.ts'
import type { Actor, ActorType } from './actor-type.ts'
import type { EngineQuery } from './engine-query.ts'

/** An event of an actor. `atMs` is its instant. */
interface EventOfActor {
  readonly event: string
  readonly uuid: string
  readonly atMs: number
}

/** An event of the run by which the actor counts. */
export interface ExplainedStep extends EventOfActor {
  /** The step, counted from 1. If the steps have no order, the position in the run. */
  readonly step: number
  readonly name: string
  /** The milliseconds since the previous event of the run; null for the first event of the run. */
  readonly msFromStepBefore: number | null
}

/** An event of the actor that matches a step or an exclusion of the funnel. */
export interface ExplainedEvent extends EventOfActor {
  /** The steps that the event matches, counted from 1. */
  readonly matches: readonly number[]
  /** The exclusions that the event matches, counted from 1. */
  readonly excludes: readonly number[]
  /**
   * The `step` of the event in the run by which the actor counts; null for an event that is not in this
   * run.
   */
  readonly serves: number | null
}

/** Explains why an actor is, or is not, behind the numbers of a question. */
export interface Explanation {
  /** The last step that the actor reached, counted from 1; 0 for no step. */
  readonly stepsReached: number
  readonly steps: number
  readonly reason: z.output<typeof FunnelExplanationBody>['reason']
  /** Lines of English, with times in the time zone of the project. */
  readonly text: string
  readonly run: readonly ExplainedStep[]
  readonly events: readonly ExplainedEvent[]
  /** Whether the actor has more events that match a step or an exclusion than `events` contains. */
  readonly hasMore: boolean
}

/** An actor whose numbers are explained. */
export interface NamedActor {
  readonly key: Actor
  /** The name of the actor in the explanation. */
  readonly name: string
}

/** Explains the numbers of a kind for one actor. */
export interface Explanations<Plan> {
  /** Schema of the selectors that say what is explained. They are among the selectors of a number. */
  readonly selectors: z.ZodObject
  /**
   * An example, made from the example of the cells: parameters to add to its question, and the actor to
   * explain.
   */
  readonly example: { readonly question: JsonObject; readonly actor: string }
  actorOf(query: InsightQuery): ActorType
  /**
   * Returns the explanation of one actor.
   * @throws RequestError if the selectors select nothing, or the actor has too many events.
   */
  explain(plan: Plan, selectors: JsonObject, actor: NamedActor): EngineQuery<Explanation>
}

/** An event of the run by which an actor counts. */
export interface MatchedEvent extends EventOfActor {
  /** The step, counted from 1. If the steps have no order, the position in the run. */
  readonly step: number
}

/** The events of the run by which each actor counts, in order of time. */
export type MatchedEvents = ReadonlyMap<Actor, readonly MatchedEvent[]>
