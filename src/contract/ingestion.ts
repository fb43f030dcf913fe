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
      `How many hours to count, with the running one: ${MAX_HOURS} at most, and 0 for none, which is the cheaper answer.`,
    ),
})

const Rejected = z.object({
  reason: z.enum(INGEST_ISSUES),
  description: z.string().describe('One sentence for people.'),
  is_stored: z.boolean().describe('Whether such events are stored nonetheless.'),
  count: z.int().describe('Since the beginning of the project.'),
  recent_count: z.int().describe('In the hours that are counted.'),
  last_seen_at: z.string().nullable(),
  sample: z.string().nullable().describe('The last such event as JSON text, truncated.'),
})
const Hour = z.object({
  start: z.string().describe('A whole hour of UTC.'),
  stored: z.int().describe('Events that arrived and are stored, also in part.'),
  refused: z.int().describe('Events that were not stored, without repeated ones.'),
  changed: z
    .int()
    .describe('Issues of events that are stored, most of them in part: an event may have several.'),
  repeated: z.int().describe('Events that were stored already.'),
})
const RecentEvent = z.object({
  uuid: z.string(),
  event: z.string(),
  distinct_id: z.string(),
  timestamp: z.string().describe('When the event happened.'),
  inserted_at: z.string().describe('When the event arrived.'),
  properties: z.unknown().describe('As sent; null for more than 64 KiB of JSON text.'),
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
    recent_events: z.array(RecentEvent).describe('The last arrival first.'),
    hours: z.array(Hour).describe('The last hours, the running one last.'),
    rejected: z.array(Rejected).describe('All reasons, also those with a count of 0.'),
    unknown_tokens: z
      .array(Token)
      .describe('Tokens in requests to this server that belong to no project, the last seen first.'),
    unknown_tokens_since: z.string().describe('When the server began to count unknown tokens.'),
  })
  .meta({ id: 'Ingestion' })
