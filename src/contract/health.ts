import { z } from 'zod'

/** Work that the server does by itself, at intervals: counts since the start of its process. */
const DutyBody = z.object({
  name: z.string(),
  last_run: z.iso.datetime().nullable().meta({ description: 'When the last run ended.' }),
  runs: z.int().min(0),
  failures: z.int().min(0),
})

export const HealthBody = z.object({ status: z.literal('ok'), duties: z.array(DutyBody) })
