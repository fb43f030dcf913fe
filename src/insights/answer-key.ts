import { createHash } from 'node:crypto'
import type { Question } from './ask.ts'

/** To be raised with every release in which the same question has other numbers, or its answer another form. */
const COMPUTATION = 1

/** Names a question: equal for equal questions about one project, however they were written, and for no others. */
export function answerKey({ project, query }: Question): string {
  const { id, timezone, weekStartDay, testAccountFilters } = project
  const filters = query.filterTestAccounts ? testAccountFilters : null
  const text = canonicalJson([COMPUTATION, id, timezone, weekStartDay, filters, query])
  return createHash('sha256').update(text).digest('base64url')
}

/** JSON with the keys of objects in order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}
