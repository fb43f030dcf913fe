import type { AskedBy, Cancellation } from '#coordination/cancellation.ts'
import type { Asker } from '#engine/event-store.ts'
import type { Fragment } from '#fragments/fragment.ts'
import { type ComputeDeps, type Planned, planQuestion } from '#insights/answering/compute.ts'
import type { FindDefinitions } from '#insights/answering/find-definitions.ts'
import type { FindMoment } from '#insights/answering/moments.ts'
import type { Question } from '#insights/answering/question.ts'
import type { Actor, ActorType } from '#insights/kind/actor-type.ts'
import type { EngineQuery, Executors } from '#insights/kind/engine-query.ts'
import type { Explanation, MatchedEvents, NamedActor } from '#insights/kind/explanations.ts'
import { peopledKindOf } from '#insights/questions/find-kind.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { invalid, notSupported } from '#shared/request-error.ts'
import { type ActorPosition, type ActorSearch, actorPage } from './actor-page.ts'

/** A request for the people behind one number. */
export interface AskedPeople {
  readonly question: Question
  /**
   * The instant at which the number was computed. Relative dates mean the same as they meant in the number.
   */
  readonly asOfMs: number
  /** Selectors of the number, checked by the schema of the kind. */
  readonly selectors: JsonObject
  readonly search: ActorSearch
}

/** Some of the actors behind a number. */
export interface ActorPage {
  readonly actorType: ActorType
  /** Number of all actors that match the search. */
  readonly total: number
  /** Actors in the order of their keys. */
  readonly actors: readonly Actor[]
  /**
   * Appearances of each of `actors`: for each number of the item that the selected number belongs to, a 0
   * or 1. Null for a kind without appearances.
   */
  readonly appearances: readonly (readonly number[])[] | null
  readonly hasMore: boolean
}

export interface FindPeople {
  /**
   * Returns the actors after a position. A client that follows the pages gets each actor once. `askedBy`
   * has the name under which the user can cancel the query.
   * @throws RequestError if the question cannot be answered or the number does not exist, EngineError if
   * the engine failed.
   */
  page(asked: AskedPeople, position: ActorPosition, options: PeopleOptions): Promise<ActorPage>
  /** Yields all actors behind the number, many at a time. @throws as `page`. */
  all(asked: AskedPeople, options: PeopleOptions): AsyncGenerator<ActorPage>
  /**
   * Finds the events of the run by which each of `actors` counts. `actors` are a page of the people that
   * `asked` selects. The result is empty for a kind without runs. @throws as `page`.
   */
  matchedEvents(asked: AskedPeople, actors: readonly Actor[], options: PeopleOptions): Promise<MatchedEvents>
  /**
   * Explains why an actor is, or is not, behind the numbers of a question. `selectors` choose the part that
   * is explained.
   * @throws as `page`, and for a kind that explains nothing.
   */
  explain(
    asked: Pick<AskedPeople, 'question' | 'asOfMs' | 'selectors'>,
    actor: NamedActor,
    options: PeopleOptions,
  ): Promise<Explanation>
}
export interface PeopleOptions extends Asker {
  readonly askedBy?: AskedBy | undefined
}

export interface FindPeopleDeps extends ComputeDeps {
  readonly findMoment: FindMoment
  readonly findDefinitions: FindDefinitions
  readonly cancellation: Pick<Cancellation, 'run'>
}

/**
 * Number of actors that `all` asks for at a time. For each of these pages the whole query runs again. The
 * engine returns a page of this length in half a second.
 */
const ACTORS_AT_ONCE = 100_000

export function createFindPeople(deps: FindPeopleDeps): FindPeople {
  /**
   * Plans the question, then calls `work` with the plan. The user can cancel both the planning and the
   * work.
   */
  const withPlan = <Result>(
    asked: Pick<AskedPeople, 'question' | 'asOfMs'>,
    { askedBy, ...asker }: PeopleOptions,
    work: (planned: Planned, asker: Asker) => Promise<Result>,
  ): Promise<Result> =>
    deps.cancellation.run(
      { projectId: asked.question.project.id, askedBy },
      async (signal) => {
        const own = { ...asker, signal }
        return work(await planAsOf(deps, asked, own), own)
      },
      asker.signal,
    )
  const page = (asked: AskedPeople, position: ActorPosition, options: PeopleOptions) =>
    withPlan(asked, options, (planned, asker) =>
      actorsOf(deps, asked, peopleIn(asked, planned), position, asker),
    )
  /** Runs a query that the kind has made from the plan. */
  const run = <Result>(
    asked: Pick<AskedPeople, 'question' | 'asOfMs'>,
    part: string,
    queryOf: (plan: unknown) => EngineQuery<Result>,
    options: PeopleOptions,
  ): Promise<Result> =>
    withPlan(asked, options, ({ plan, events }, asker) => {
      const { project, query } = asked.question
      const name = `${query.kind}.${part}`
      return queryOf(plan).run(deps, { name, projectId: project.id, events, ...asker })
    })
  return {
    page,
    async matchedEvents(asked, actors, options) {
      const { cells } = peopledKindOf(asked.question.query)
      const { matchedEvents } = cells
      if (matchedEvents === undefined || actors.length === 0) return new Map()
      const queryOf = (plan: unknown) => matchedEvents(plan, cells.select(plan, asked.selectors), actors)
      return run(asked, 'matched', queryOf, options)
    },
    async explain(asked, actor, options) {
      const { explanations } = peopledKindOf(asked.question.query).cells
      if (explanations === undefined) throw notSupported('An explanation of this kind of question', 'query')
      return run(asked, 'explain', (plan) => explanations.explain(plan, asked.selectors, actor), options)
    },
    async *all(asked, options) {
      for (let after: Actor | null = null; ; ) {
        const found: ActorPage = await page(asked, { after, limit: ACTORS_AT_ONCE }, options)
        yield found
        const last = found.actors.at(-1)
        if (!found.hasMore || last === undefined) return
        after = last
      }
    },
  }
}

interface PlannedPeople {
  readonly people: EngineQuery<Fragment>
  readonly actorType: ActorType
  readonly hasAppearances: boolean
  /** The number of stored events that the query may read. */
  readonly events: number
}

/** Returns the plan of a question at the instant at which the number was computed. */
async function planAsOf(
  deps: FindPeopleDeps,
  { question, asOfMs }: Pick<AskedPeople, 'question' | 'asOfMs'>,
  asker: Partial<Asker>,
): Promise<Planned> {
  const definitions = await deps.findDefinitions(question)
  const moment = await deps.findMoment(question, definitions, asker, asOfMs)
  return planQuestion(question, { moment, definitions }, deps)
}

function peopleIn(asked: AskedPeople, { plan, events }: Planned): PlannedPeople {
  const { cells } = peopledKindOf(asked.question.query)
  const cell = cells.select(plan, asked.selectors)
  return {
    people: cells.people(plan, cell),
    actorType: cells.actorOf(plan, cell),
    hasAppearances: cells.hasAppearances,
    events,
  }
}

async function actorsOf(
  executors: Executors,
  { question, search }: AskedPeople,
  { people, actorType, hasAppearances, events }: PlannedPeople,
  { after, skip = 0, limit }: ActorPosition,
  asker: Asker,
): Promise<ActorPage> {
  const projectId = question.project.id
  const isOfType = after === null || (typeof after === 'number') === (actorType.of === 'person')
  if (!isOfType)
    throw invalid(
      'invalid_input',
      'The cursor belongs to another list: send a cursor of this one, or none.',
      'cursor',
    )
  const name = `${peopledKindOf(question.query).names.kind}.people`
  const options = { name, projectId, events, ...asker }
  const statement = await people.run(executors, options)
  // Asks for one actor more than a page has. If it is found, there is another page.
  const query = actorPage(statement, { projectId, actorType, hasAppearances }, search, {
    after,
    skip,
    limit: limit + 1,
  })
  const [row] = await query.run(executors, options)
  const { total, actors, appearances = null } = row ?? { total: 0, actors: [] }
  return {
    actorType,
    total,
    actors: actors.slice(0, limit),
    appearances: appearances?.slice(0, limit) ?? null,
    hasMore: actors.length > limit,
  }
}
