import { z } from 'zod'
import type { Engine } from '#engine/engine.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { resolve, type Scope } from '#query/resolve.ts'
import { funnels } from './funnels/funnels.ts'
import type { FunnelStep } from './funnels/shape.ts'
import type { InsightKind } from './insight-kind.ts'
import type { TrendSeries } from './trends/shape.ts'
import { trends } from './trends/trends.ts'

export type InsightAnswer =
  | { readonly kind: 'trends'; readonly series: TrendSeries[] }
  | { readonly kind: 'funnels'; readonly steps: FunnelStep[] }

/**
 * Answers a question: resolve, plan, compile, engine, shape.
 * @throws RequestError where the question cannot be answered, EngineError where the engine did not.
 */
export async function runInsight(
  query: InsightQuery,
  scope: Scope,
  engine: Engine,
  signal?: AbortSignal,
): Promise<InsightAnswer> {
  switch (query.kind) {
    case 'trends':
      return { kind: 'trends', series: await run(trends, query, scope, engine, signal) }
    case 'funnels':
      return { kind: 'funnels', steps: await run(funnels, query, scope, engine, signal) }
  }
}

async function run<Query extends InsightQuery, Plan, Row extends z.ZodType, Result>(
  kind: InsightKind<Query, Plan, Row, Result>,
  query: Query,
  scope: Scope,
  engine: Engine,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const plan = kind.plan(resolve(query, scope))
  const options = { name: `${query.kind}.result`, projectId: scope.projectId, signal }
  const rows = await engine.rows(kind.compile(plan), options)
  return kind.shape(plan, z.array(kind.row).parse(rows))
}
