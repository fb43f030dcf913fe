import type { PathCleaningFilter } from '#contract/project.ts'
import type { Warning } from '#contract/warning.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import type { Mention } from '#query/mentions.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import type { JsonObject } from '#shared/json-value.ts'

/** The settings of a project that its questions depend on. */
export interface QuestionProject {
  readonly id: number
  /** IANA name of the time zone. */
  readonly timezone: string
  readonly weekStartDay: 0 | 1
  readonly testAccountFilters: readonly unknown[]
  /** Rules for cleaning the items of paths; absent if there are none. */
  readonly pathCleaningFilters?: readonly PathCleaningFilter[]
  /** The time of the earliest event that was sent as historical, in epoch ms; null or absent without one. */
  readonly earliestHistoricalMs?: number | null
}

/** A query about one project. */
export interface Question {
  readonly project: QuestionProject
  readonly query: InsightQuery
  /** The question as a query node, for the links of its answer. */
  readonly node: JsonObject
  /** The names of the sender's fields, for errors only. */
  readonly at: FieldPaths
}

/** A question of a client, whose answer has warnings. */
export interface ClientQuestion extends Question {
  /** The warnings of its answer that do not depend on the project. */
  readonly warnings: readonly Warning[]
  /** Names in the question, which the project may not have. */
  readonly mentions: readonly Mention[]
  /**
   * Returns the warnings that follow from `answer`, which may come from the cache; absent if there are
   * none.
   */
  readonly warningsOfAnswer?: (answer: unknown) => readonly Warning[]
}
