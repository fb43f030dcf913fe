import { z } from 'zod'
import type { InsightKind } from '#insights/insight-kind.ts'
import { Integer } from '#insights/row-values.ts'
import type { TrendsQuery } from '#query/insight-query.ts'
import { compileTrends } from './compile.ts'
import { planTrends, type TrendsPlan } from './plan.ts'
import { shapeTrends, type TrendSeries } from './shape.ts'

const Row = z.object({ series: Integer, bucket: Integer, value: Integer })

/** Semantics: docs/semantics/trends.md. */
export const trends: InsightKind<TrendsQuery, TrendsPlan, typeof Row, TrendSeries[]> = {
  row: Row,
  plan: planTrends,
  compile: compileTrends,
  shape: shapeTrends,
}
