import type { PersonRoots } from '#coordination/person-roots.ts'
import type { Engine } from '#engine/engine.ts'
import { kindOf } from '#insights/registry.ts'
import { type Facts, resolve } from '#insights/resolve.ts'
import type { Moment } from '#query/moment.ts'
import type { Question, QuestionProject } from './question.ts'

/** Computes the answer to a question, in the form of its kind. */
export type Compute = (question: Question, moment: Moment, signal?: AbortSignal) => Promise<unknown>

export interface ComputeDeps {
  readonly engine: Engine
  readonly personRoots: Pick<PersonRoots, 'ready'>
}

/**
 * Computes an answer: facts, resolve, plan, queries, shape.
 * @throws RequestError where the question cannot be answered, EngineError where the engine failed.
 */
export const createCompute =
  (deps: ComputeDeps): Compute =>
  async (question, moment, signal) => {
    const kind = kindOf(question.query)
    const plan = await planQuestion(question, moment, deps)
    const results: Record<string, unknown> = {}
    // One after the other: two at once would take places in the engine from other questions and end no sooner.
    for (const [name, query] of Object.entries(kind.queries(plan)))
      results[name] = await query.run(deps.engine, {
        name: `${kind.names.kind}.${name}`,
        projectId: question.project.id,
        signal,
      })
    return kind.shape(plan, results)
  }

/** The plan of a question, in the form of its kind, for its queries and the people behind its numbers. */
export async function planQuestion(
  { query, project, at }: Question,
  moment: Moment,
  deps: ComputeDeps,
): Promise<unknown> {
  return kindOf(query).plan(resolve(query, moment, await gatherFacts(project, deps), at))
}

async function gatherFacts(
  { id, testAccountFilters }: QuestionProject,
  { personRoots }: ComputeDeps,
): Promise<Facts> {
  return { projectId: id, testAccountFilters, hasMerges: await personRoots.ready(id) }
}
