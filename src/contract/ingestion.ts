import { z } from 'zod'
import { INGEST_ISSUES } from './ingest-issue.ts'
import { knownParameters } from './known-parameters.ts'
import { pageLimit } from './paging.ts'
import { Format } from './text.ts'

const MAX_EVENTS = 100
const MAX_HOURS = 7 * 24
export const IngestionQuery = knownParameters({
  ...Format.shape,
  limit: pageLimit(MAX_EVENTS, 20).describe(`The number of recent events, ${MAX_EVENTS} at most.`),
  hours: z
    .string()
    .regex(/^\d+$/, 'A valid integer is required.')
    .transform(Number)
    .pipe(z.number().max(MAX_HOURS, `Ensure this value is less than or equal to ${MAX_HOURS}.`))
    .default(24)
    .describe(
      `How many hours to count, including the current one: ${MAX_HOURS} at most. 0 counts none, which is faster.`,
    ),
})

const Rejected = z.object({
  reason: z.enum(INGEST_ISSUES),
  description: z.string().describe('One sentence for people.'),
  is_stored: z.boolean().describe('Whether events with this issue are stored all the same.'),
  count: z.int().describe('How many there were since the project was created.'),
  recent_count: z.int().describe('How many there were in the hours that are counted.'),
  last_seen_at: z.string().nullable(),
  sample: z.string().nullable().describe('The last such event as JSON text, truncated.'),
})
const Hour = z.object({
  start: z.string().describe('A whole hour of UTC.'),
  stored: z.int().describe('Events that arrived and are stored, also in part.'),
  refused: z.int().describe('Events that were not stored, except repeated ones.'),
  changed: z
    .int()
    .describe(
      'The number of issues of stored events, most of which are stored in part. An event may have several.',
    ),
  repeated: z.int().describe('Events that were stored already.'),
})
const RecentEvent = z.object({
  uuid: z.string(),
  event: z.string(),
  distinct_id: z.string(),
  timestamp: z.string().describe('When the event happened.'),
  inserted_at: z.string().describe('When the event arrived.'),
  properties: z
    .unknown()
    .describe('The properties as they were sent; null if they have more than 64 KiB of JSON text.'),
})
const Token = z.object({
  start: z.string().describe('The first characters of the token: 8 at most, and never more than half of it.'),
  length: z.int(),
  count: z.int().describe('Refused requests.'),
  last_seen_at: z.string(),
  looks_like_this_project: z
    .boolean()
    .describe(
      "Whether the token begins or ends with the same 8 characters as this project's token, or contains it.",
    ),
})

export const IngestionBody = z
  .object({
    recent_events: z.array(RecentEvent).describe('The last events that arrived, newest first.'),
    hours: z.array(Hour).describe('The last hours, ending with the current one.'),
    rejected: z.array(Rejected).describe('All reasons, including those with a count of 0.'),
    unknown_tokens: z
      .array(Token)
      .describe(
        'Tokens that requests to this server had and that belong to no project. The last one seen comes first.',
      ),
    unknown_tokens_since: z.string().describe('When the server began to count unknown tokens.'),
  })
  .meta({ id: 'Ingestion' })
