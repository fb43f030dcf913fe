import { z } from 'zod'

const MAX_VIEWED = 1_000

export const ViewedInsights = z
  .object({ insight_ids: z.array(z.int()).max(MAX_VIEWED) })
  .meta({ id: 'ViewedInsights' })
