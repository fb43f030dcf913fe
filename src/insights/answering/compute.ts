import type { ReadData } from '#coordination/data-versions.ts'
import type { PersonRoots } from '#coordination/person-roots.ts'
import { EngineError } from '#engine/engine-error.ts'
import type { Asker, QueryOptions } from '#engine/event-store.ts'
import { orElse } from '#hogql/with-numbers.ts'
import type { Executors } from '#insights/kind/engine-query.ts'
import { resolve } from '#insights/kind/resolve.ts'
import { kindOf } from '#insights/questions/find-kind.ts'
import type { Definitions } from '#query/definitions.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import type { Moment } from '#query/moment.ts'
import type { Question } from './question.ts'
import { readDataOf } from './read-data.ts'

/** Computes the answer to a question, in the form of its kind. */
export type Compute = (
  question: Question,
  at: Known,
  asker?: Partial<Asker> & Pick<QueryOptions, 'onRead'>,
) => Promise<unknown>

/** The moment of a question, and the definitions that it names. */
export interface Known {
  readonly moment: Moment
  readonly definitions: Definitions
}

export interface ComputeDeps extends Executors {
  readonly personRoots: Pick<PersonRoots, 'ready'>
  /** Returns how many events with these names, or of any name, have been counted in a project so far. */
  readonly countEvents: (projectId: number, events: ReadData['events']) => Promise<number>
}

/**
 * Computes an answer: facts, resolve, plan, queries, shape.
 * @throws RequestError if the question cannot be answered, EngineError if the engine failed.
 */
export const createCompute =
  (deps: ComputeDeps): Compute =>
  async (question, known, asker = {}) => {
    const kind = kindOf(question.query)
    const projectId = question.project.id
    const { plan, events } = await planQuestion(question, known, deps)
    const results: Record<string, unknown> = {}
    // The queries run one after the other. Two at once would take turns of the engine from other questions,
    // and would end no sooner.
    try {
      for (const [name, query] of Object.entries(kind.queries(plan))) {
        const options = { name: `${kind.names.kind}.${name}`, projectId, events, ...asker }
        results[name] = await query.run(deps, options, results)
      }
    } catch (error) {
      if (error instanceof EngineError) error.lighter = kind.lighter
      throw error
    }
    return kind.shape(plan, results)
  }

/**
 * Returns the plan of a question, in the form of its kind. The queries of the question are made from this
 * plan, and so are the queries for the people behind its numbers.
 */
export async function planQuestion(
  question: Question,
  { moment, definitions }: Known,
  { personRoots, countEvents }: Pick<ComputeDeps, 'personRoots' | 'countEvents'>,
): Promise<Planned> {
  const { query, project, at } = question
  const { id: projectId, testAccountFilters, pathCleaningFilters = [] } = project
  // The events of all time are counted, because it is not known at this point how many of them are in the
  // range.
  const events = await countEvents(projectId, readDataOf(question, definitions).events)
  const hasMerges = await personRoots.ready(projectId)
  const facts = { projectId, testAccountFilters, pathCleaningFilters, hasMerges, definitions, events }
  const typed = withNumbers(question, definitions)
  return { plan: kindOf(query).plan(resolve(typed, moment, facts, at)), events }
}

/**
 * Returns the question with its numeric properties typed as numbers, as the definitions of the project say.
 * The question stays unchanged if its statement has no meaning with these types.
 */
function withNumbers({ query, node, at }: Question, { numbers }: Definitions): InsightQuery {
  const { rows } = kindOf(query)
  if (rows === null || numbers === undefined) return query
  return orElse(() => rows.withNumbers(query, node, at, numbers), query)
}

export interface Planned {
  /** The plan, in the form of the kind. */
  readonly plan: unknown
  /** How many events with the names in the question have been counted so far. */
  readonly events: number
}
