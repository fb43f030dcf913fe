import type { PersonRoots } from '#coordination/person-roots.ts'
import type { Engine } from '#engine/engine.ts'
import { kindOf } from '#insights/registry.ts'
import { type Facts, resolve } from '#insights/resolve.ts'
import type { Moment } from '#query/moment.ts'
import { parseFilters } from '#query/parse-filters.ts'
import type { Question, QuestionProject } from './question.ts'

/** The answer to a question, in the form that its kind keeps. */
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
    const facts = await gatherFacts(question.project, deps)
    const plan = kind.plan(resolve(question.query, moment, facts, question.at))
    const results: Record<string, unknown> = {}
    // One after the other: two at once take the engine's places from other questions and end no sooner.
    for (const [name, query] of Object.entries(kind.queries(plan)))
      results[name] = await query.run(deps.engine, {
        name: `${kind.names.kind}.${name}`,
        projectId: question.project.id,
        signal,
      })
    return kind.shape(plan, results)
  }

async function gatherFacts(
  { id, testAccountFilters }: QuestionProject,
  { personRoots }: ComputeDeps,
): Promise<Facts> {
  return {
    projectId: id,
    testAccounts: parseFilters(testAccountFilters, ['test_account_filters']),
    hasMerges: await personRoots.ready(id),
  }
}
