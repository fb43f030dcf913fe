import type { Asker } from '#engine/event-store.ts'
import { renderLiterals } from '#fragments/literal.ts'
import { kindOf } from '#insights/questions/find-kind.ts'
import { type ComputeDeps, planQuestion } from './compute.ts'
import type { FindDefinitions } from './find-definitions.ts'
import type { FindMoment } from './moments.ts'
import type { Question } from './question.ts'

/** A statement that the event store would be asked if the question were computed now. */
export interface Statement {
  /** The name of the query within its kind. */
  readonly name: string
  /**
   * Text of the statement. If it is longer than `MOST_CHARACTERS`, it is cut, and a comment at its end says
   * so. It can be that long because the members of a cohort can be a list of a million numbers.
   */
  readonly sql: string
  /**
   * Whether its rows are walked in order of time outside of the event store, one range of actors after the
   * other.
   */
  readonly isWalked: boolean
}

/**
 * Returns the statements of a question in their order, without running them.
 * @throws RequestError if the question cannot be answered.
 */
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
