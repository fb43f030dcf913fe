import type { z } from 'zod'
import type { Fragment } from '#fragments/fragment.ts'
import type { JsonObject } from '#shared/json-value.ts'
import type { Actor, ActorType } from './actor-type.ts'
import type { EngineQuery } from './engine-query.ts'
import type { Explanations, MatchedEvents } from './explanations.ts'

/**
 * Describes the numbers of a kind whose actors can be listed: how they are selected, and how their actors
 * are found.
 */
export interface Cells<Plan, Selectors, Cell> {
  /** Path of the list of people: `persons/<path>/`. */
  readonly path: string
  /** The parameters that select a number of an answer. */
  readonly selectors: z.ZodType<Selectors> & z.ZodObject
  /**
   * A question in flat parameters about the events of the demo, and the parameters that select one of its
   * numbers.
   */
  readonly example: { readonly question: JsonObject; readonly selectors: JsonObject }
  /**
   * Returns the cell that the parameters select.
   * @throws RequestError that names the parameter, for a number that the answer does not have.
   */
  select(plan: Plan, selectors: Selectors): Cell
  /** Returns the type of the actors that the number counts, or whose events it counts. */
  actorOf(plan: Plan, cell: Cell): ActorType
  /**
   * Whether the rows of `people` have the column `appearances`. It is a list with a 0 or 1 for each number
   * of the item that the selected number belongs to: 1 if that number counts the actor.
   */
  readonly hasAppearances: boolean
  /**
   * Returns the statement for the actors behind one number. The statement returns one row for each actor,
   * with the column `actor`, and is made from the same base fragment as the number.
   */
  people(plan: Plan, cell: Cell): EngineQuery<Fragment>
  /** Absent for a kind whose numbers are not explained for single actors. */
  readonly explanations?: Explanations<Plan>
  /**
   * Returns the events of the run by which each of `actors` counts. `actors` are some of the actors behind
   * the number. Absent for a kind without runs.
   */
  matchedEvents?(plan: Plan, cell: Cell, actors: readonly Actor[]): EngineQuery<MatchedEvents>
}

/** The members of `Cells` that select a number. The members that make a query are left out. */
export type SelectedCells<Plan, Selectors, Cell> = Omit<
  Cells<Plan, Selectors, Cell>,
  'people' | 'explanations' | 'matchedEvents'
>
