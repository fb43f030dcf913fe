import { z } from 'zod'

const Month = z.object({
  month: z.string().describe('Of the UTC days of the events, such as `2026-11`.'),
  events: z.int(),
  bytes: z
    .int()
    .describe('On disk. Files hold events of several projects: this is its part by the number of events.'),
})

export const StorageBody = z
  .object({
    events: z.int(),
    bytes: z.int().describe('Of all months.'),
    bytes_per_event: z.number().nullable().describe('Null without events.'),
    months: z.array(Month).describe('The earliest first; without months that have no events.'),
    cached_results_bytes: z
      .int()
      .describe('Results of questions, which may be deleted at any time: they are computed again.'),
  })
  .meta({ id: 'Storage' })
