import type { InsightQuery } from '#query/insight-query.ts'
import type { Places } from '#query/places.ts'

/** What a question needs to know of its project. */
export interface QuestionProject {
  readonly id: number
  /** IANA name. */
  readonly timezone: string
  readonly weekStartDay: 0 | 1
  readonly testAccountFilters: readonly unknown[]
}

/** A query about one project. */
export interface Question {
  readonly project: QuestionProject
  readonly query: InsightQuery
  /** Names the sender's fields in errors; decides nothing else. */
  readonly at: Places
}
