import type { Asker } from '#engine/engine.ts'
import { kindOf } from '#insights/registry.ts'
import { renderLiterals } from '#sql/literal.ts'
import { type ComputeDeps, planQuestion } from './compute.ts'
import type { FindDefinitions } from './find-definitions.ts'
import type { FindMoment } from './moments.ts'
import type { Question } from './question.ts'

/** A statement that a computation asks the event store, as of now. */
export interface Statement {
  /** The name of the query within its kind. */
  readonly name: string
  /** Cut behind `MOST_CHARACTERS`, with a comment that says so: members of a cohort can be a list of a million numbers. */
  readonly sql: string
  /** Whether its rows are walked in order of time outside of the event store, range by range of actors. */
  readonly isWalked: boolean
}

/** The statements of a question, in their order; none of them runs. @throws RequestError where the question cannot be answered. */
export type FindStatements = (question: Question, asker: Asker) => Promise<Statement[]>

export interface FindStatementsDeps extends Pick<ComputeDeps, 'personRoots' | 'countEvents'> {
  readonly findMoment: FindMoment
  readonly findDefinitions: FindDefinitions
}

const MOST_CHARACTERS = 100_000

export const createFindStatements =
  (deps: FindStatementsDeps): FindStatements =>
  async (question, asker) => {
    const definitions = await deps.findDefinitions(question)
    const moment = await deps.findMoment(question, definitions, asker)
    const { plan } = await planQuestion(question, { moment, definitions }, deps)
    const queries = Object.entries(kindOf(question.query).queries(plan))
    return queries.map(([name, { sql, isWalked = false }]) => ({
      name,
      sql: cut(renderLiterals(sql)),
      isWalked,
    }))
  }

const cut = (text: string): string =>
  text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, MOST_CHARACTERS)}\n-- ${text.length - MOST_CHARACTERS} more characters`
