import type { z } from 'zod'
import type { InsightQuery } from '#query/insight-query.ts'
import type { Resolved } from '#query/resolve.ts'
import type { Fragment } from '#sql/fragment.ts'

/** What every kind of insight provides. All three functions are pure. */
export interface InsightKind<Query extends InsightQuery, Plan, Row extends z.ZodType, Result> {
  /** What one row of the engine's answer must be. */
  readonly row: Row
  /** Decides how to ask. @throws RequestError for questions that this kind cannot answer. */
  plan(resolved: Resolved<Query>): Plan
  compile(plan: Plan): Fragment
  shape(plan: Plan, rows: readonly z.output<Row>[]): Result
}
