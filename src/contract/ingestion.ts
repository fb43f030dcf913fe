import { z } from 'zod'
import { DROP_REASONS, type DropReason } from '#ingest/captured-event.ts'
import type { UnknownTokens } from '#ingest/unknown-tokens.ts'
import type { ArrivedEvent } from '#listings/ingestion.ts'
import type { DropReport } from '#metadata/definitions/dropped-event-store.ts'
import { isoInstant } from '#shared/clock.ts'
import { knownParameters } from './known-parameters.ts'
import { pageLimit } from './paging.ts'
import { Format } from './text.ts'

const MAX_EVENTS = 100
export const IngestionQuery = knownParameters({
  ...Format.shape,
  limit: pageLimit(MAX_EVENTS, 20).describe(`How many of the last events, ${MAX_EVENTS} at most.`),
})

interface DropExplanation {
  /** What happened and what to do about it. */
  readonly sentence: string
  /** Whether the event was stored nonetheless. */
  readonly isStored: boolean
}
const dropped = (sentence: string): DropExplanation => ({ sentence, isStored: false })
const stored = (sentence: string): DropExplanation => ({ sentence, isStored: true })

/** What each reason means, for people. */
export const EXPLANATIONS: Readonly<Record<DropReason, DropExplanation>> = {
  not_an_object: dropped('Something in the batch is not a JSON object, so it is no event.'),
  missing_event_name: dropped('The event has no name: `event` is missing or blank.'),
  missing_distinct_id: dropped(
    'The event does not say who did it: `distinct_id` is missing, null or empty, in the event and in its properties.',
  ),
  properties_not_an_object: dropped('The `properties` of the event are neither a JSON object nor empty.'),
  event_too_large: dropped('The properties of the event take more than 1 MiB as JSON.'),
  duplicate_uuid: dropped(
    'An event with this `uuid` is stored already. Repeating a request does this and loses nothing.',
  ),
  unreadable_by_engine: stored(
    'The event is stored and counted, but its properties cannot be asked about: the event engine cannot read them.',
  ),
  session_recording: dropped(
    'Session replay is not part of this server. Turn it off in the SDK to save the traffic.',
  ),
  unsupported_product: dropped(
    'Logs, metrics and AI traces are not part of this server. Turn them off in the SDK to save the traffic.',
  ),
  group_type_limit: stored(
    'The event is stored, but not under a group of this type: a project has five types of groups, and this is a sixth.',
  ),
  illegal_merge_id: stored(
    'The event is stored, but no persons were joined: one of the two ids, such as `anonymous` or `null`, names nobody.',
  ),
  too_many_properties: stored(
    'The event is stored, but not all that it says of its person or group is kept: of each, 1,000 properties and 512 KiB are.',
  ),
  refused_merge: stored(
    'The event is stored, but no persons were joined: the other one is identified already, and two identified persons are joined by `$merge_dangerously` alone.',
  ),
  implausible_timestamp: stored(
    'The event is stored with its time of arrival: its own time cannot be read, is more than 23 hours ahead or cannot be stored.',
  ),
}

const Rejected = z.object({
  reason: z.enum(DROP_REASONS),
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

export const toIngestionBody = (
  events: readonly ArrivedEvent[],
  drops: ReadonlyMap<string, DropReport>,
  unknownTokens: UnknownTokens,
  apiToken: string,
): z.infer<typeof IngestionBody> => ({
  recent_events: events.map((event) => ({
    uuid: event.uuid,
    event: event.event,
    distinct_id: event.distinctId,
    timestamp: isoInstant(event.timestampMs),
    inserted_at: isoInstant(event.insertedMs),
    properties: event.properties,
  })),
  rejected: DROP_REASONS.map((reason) => toRejected(reason, drops.get(reason))),
  unknown_tokens: unknownTokens.seen().map((token) => ({
    start: token.start,
    length: token.length,
    count: token.count,
    last_seen_at: isoInstant(token.lastSeenMs),
    looks_like_this_project: token.resembles(apiToken),
  })),
  unknown_tokens_since: isoInstant(unknownTokens.sinceMs),
})

const toRejected = (reason: DropReason, drop: DropReport | undefined): z.infer<typeof Rejected> => ({
  reason,
  description: EXPLANATIONS[reason].sentence,
  is_stored: EXPLANATIONS[reason].isStored,
  count: drop?.count ?? 0,
  last_seen_at: drop?.lastSeenAt ?? null,
  sample: drop?.sample ?? null,
})
