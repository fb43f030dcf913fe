import { z } from 'zod'
import { knownFields } from './known-parameters.ts'

export const DEMO_EVENTS = 120_000
const MOST_EVENTS = 1_000_000
const LEAST_EVENTS = 1_000

export const DemoLoadCreate = knownFields(
  {
    events: z
      .int()
      .min(LEAST_EVENTS, `Ensure this value is greater than or equal to ${LEAST_EVENTS}.`)
      .max(MOST_EVENTS, `Ensure this value is less than or equal to ${MOST_EVENTS}.`)
      .default(DEMO_EVENTS)
      .describe('The approximate number of events.'),
  },
  [],
).meta({ id: 'DemoLoadCreate' })

export const DemoLoadBody = z
  .object({
    status: z
      .enum(['none', 'running', 'done', 'cancelled', 'failed'])
      .describe('The status of the last load that this project has requested since the server started.'),
    project_id: z.int().nullable().describe('The new project that holds the demo; null before it exists.'),
    dashboard_id: z.int().nullable().describe('The dashboard of the demo; null until the load is done.'),
    sent_events: z.int(),
    all_events: z.int().describe('0 until the events have been generated.'),
    error: z.string().nullable().describe('Why the load failed, in one sentence.'),
  })
  .meta({ id: 'DemoLoad' })
export type DemoLoadBody = z.infer<typeof DemoLoadBody>
