import { z } from 'zod'
import type { InsightKind } from '#insights/insight-kind.ts'
import { Integer } from '#insights/row-values.ts'
import type { FunnelsQuery } from '#query/insight-query.ts'
import { compileFunnels } from './compile.ts'
import { type FunnelsPlan, planFunnels } from './plan.ts'
import { type FunnelStep, shapeFunnels } from './shape.ts'

const Milliseconds = z.array(z.number().nullable())
const Row = z.object({ counts: z.array(Integer), averages: Milliseconds, medians: Milliseconds })

/** Semantics: docs/semantics/funnels.md. */
export const funnels: InsightKind<FunnelsQuery, FunnelsPlan, typeof Row, FunnelStep[]> = {
  row: Row,
  plan: planFunnels,
  compile: compileFunnels,
  shape: shapeFunnels,
}
