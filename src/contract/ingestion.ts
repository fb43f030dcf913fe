import { z } from 'zod'
import { INGEST_ISSUES } from './ingest-issue.ts'
import { knownParameters } from './known-parameters.ts'
import { pageLimit } from './paging.ts'
import { Format } from './text.ts'

const MAX_EVENTS = 100
export const IngestionQuery = knownParameters({
  ...Format.shape,
  limit: pageLimit(MAX_EVENTS, 20).describe(`How many of the last events, ${MAX_EVENTS} at most.`),
})

const Rejected = z.object({
  reason: z.enum(INGEST_ISSUES),
  description: z.string().describe('One sentence for people.'),
  is_stored: z.boolean().describe('Whether such events are stored nonetheless.'),
  count: z.int(),
  last_seen_at: z.string().nullable(),
  sample: z.string().nullable().describe('The last such event as JSON text, cut short.'),
})
const RecentEvent = z.object({
  uuid: z.string(),
  event: z.string(),
  distinct_id: z.string(),
  timestamp: z.string().describe('When it happened.'),
  inserted_at: z.string().describe('When it arrived.'),
  properties: z.unknown().describe('As sent; null where their text exceeds 64 KiB.'),
})
const Token = z.object({
  start: z.string().describe('The first characters, 8 at most and never more than half.'),
  length: z.int(),
  count: z.int().describe('Refused requests.'),
  last_seen_at: z.string(),
  looks_like_this_project: z
    .boolean()
    .describe("Whether it begins or ends with the same 8 characters as this project's token, or holds it."),
})

export const IngestionBody = z
  .object({
    recent_events: z.array(RecentEvent).describe('The newest arrival first.'),
    rejected: z.array(Rejected).describe('Every reason, also where nothing was rejected for it.'),
    unknown_tokens: z
      .array(Token)
      .describe('Tokens of no project, of all requests to this server; the last seen first.'),
    unknown_tokens_since: z.string().describe('When the server started to count unknown tokens.'),
  })
  .meta({ id: 'Ingestion' })
