import { z } from 'zod'

const Month = z.object({
  month: z.string().describe('A month in UTC, such as `2026-11`. An event belongs to the month of its time.'),
  events: z.int(),
  bytes: z
    .int()
    .describe(
      'Bytes on disk. A file holds events of several projects; this is the share of the project by the number of events.',
    ),
})

export const StorageBody = z
  .object({
    events: z.int(),
    bytes: z.int().describe('Bytes of all months.'),
    bytes_per_event: z.number().nullable().describe('Null without events.'),
    months: z.array(Month).describe('The months with events, the earliest first.'),
    cached_results_bytes: z
      .int()
      .describe(
        'Bytes of cached results. They may be deleted at any time, because the server can compute them again.',
      ),
  })
  .meta({ id: 'Storage' })
