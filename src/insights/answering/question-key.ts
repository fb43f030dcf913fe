import { createHash } from 'node:crypto'
import stringify from 'safe-stable-stringify'
import { readsPathCleaning } from '#query/path-cleaning.ts'
import { sentFilters } from '#query/wire-filters.ts'
import type { Question } from './question.ts'

/**
 * Version of the computation. A release raises it if the same question gets other numbers in this release,
 * or an answer in another form.
 */
export const COMPUTATION = 10

/**
 * Returns the key of a question. It is equal for equal questions about one project, whether they were sent
 * as flat parameters or as nodes, and different for different questions. Filters that mean the same but are
 * written in another way make a different question, because an answer shows the filters as they were sent.
 */
export function questionKey({ project, query, node }: Pick<Question, 'project' | 'query' | 'node'>): string {
  const { id, timezone, weekStartDay, testAccountFilters, pathCleaningFilters = [] } = project
  const filters = query.filterTestAccounts ? testAccountFilters : null
  const cleaning = readsPathCleaning(query) ? pathCleaningFilters : null
  const text = stringify([
    COMPUTATION,
    id,
    timezone,
    weekStartDay,
    filters,
    cleaning,
    query,
    sentFilters(node),
  ])
  return createHash('sha256').update(text).digest('base64url')
}
