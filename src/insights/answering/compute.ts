import type { ReadData } from '#coordination/data-versions.ts'
import type { PersonRoots } from '#coordination/person-roots.ts'
import type { Asker, Engine } from '#engine/engine.ts'
import { kindOf } from '#insights/registry.ts'
import { type Facts, resolve } from '#insights/resolve.ts'
import type { Moment } from '#query/moment.ts'
import type { Question, QuestionProject } from './question.ts'

/** Computes the answer to a question, in the form of its kind. */
export type Compute = (question: Question, moment: Moment, asker?: Partial<Asker>) => Promise<unknown>

export interface ComputeDeps {
  readonly engine: Engine
  readonly personRoots: Pick<PersonRoots, 'ready'>
  /** How many events of these names, or of any, were counted in a project so far. */
  readonly countEvents: (projectId: number, events: ReadData['events']) => Promise<number>
}

/**
 * Computes an answer: facts, resolve, plan, queries, shape.
 * @throws RequestError where the question cannot be answered, EngineError where the engine failed.
 */
export const createCompute =
  (deps: ComputeDeps): Compute =>
  async (question, moment, asker = {}) => {
    const kind = kindOf(question.query)
    const projectId = question.project.id
    // Of all time: the range of dates is not known to select fewer.
    const events = await deps.countEvents(projectId, kind.reads(question.query).events)
    const plan = await planQuestion(question, moment, deps)
    const results: Record<string, unknown> = {}
    // One after the other: two at once would take places in the engine from other questions and end no sooner.
    for (const [name, query] of Object.entries(kind.queries(plan)))
      results[name] = await query.run(deps.engine, {
        name: `${kind.names.kind}.${name}`,
        projectId,
        events,
        ...asker,
      })
    return kind.shape(plan, results)
  }

/** The plan of a question, in the form of its kind, for its queries and the people behind its numbers. */
export async function planQuestion(
  { query, project, at }: Question,
  moment: Moment,
  deps: Pick<ComputeDeps, 'personRoots'>,
): Promise<unknown> {
  return kindOf(query).plan(resolve(query, moment, await gatherFacts(project, deps), at))
}

async function gatherFacts(
  { id, testAccountFilters }: QuestionProject,
  { personRoots }: Pick<ComputeDeps, 'personRoots'>,
): Promise<Facts> {
  return { projectId: id, testAccountFilters, hasMerges: await personRoots.ready(id) }
}
