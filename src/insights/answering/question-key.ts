import { createHash } from 'node:crypto'
import stringify from 'safe-stable-stringify'
import type { Question } from './question.ts'

/** To be raised with every release in which the same question has other numbers, or its answer another form. */
export const COMPUTATION = 2

/**
 * Names a question: equal for equal questions about one project, in whichever language they were written, and for no
 * others.
 */
export function questionKey({ project, query }: Pick<Question, 'project' | 'query'>): string {
  const { id, timezone, weekStartDay, testAccountFilters } = project
  const filters = query.filterTestAccounts ? testAccountFilters : null
  const text = stringify([COMPUTATION, id, timezone, weekStartDay, filters, query])
  return createHash('sha256').update(text).digest('base64url')
}
