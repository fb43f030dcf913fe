import type { z } from 'zod'
import { EXPLANATIONS, INGEST_ISSUES, type IngestIssue } from '#contract/ingest-issue.ts'
import type { IngestionBody } from '#contract/ingestion.ts'
import type { UnknownTokens } from '#ingest/unknown-tokens.ts'
import type { ArrivedEvent } from '#listings/ingestion.ts'
import type { DropReport } from '#metadata/definitions/dropped-event-store.ts'
import { isoInstant } from '#shared/clock.ts'
import { type CountedHours, recentCountOf, toHourBodies } from './ingestion-hours.ts'

type Body = z.infer<typeof IngestionBody>

export const toIngestionBody = (
  events: readonly ArrivedEvent[],
  drops: ReadonlyMap<string, DropReport>,
  counted: CountedHours,
  unknownTokens: UnknownTokens,
  apiToken: string,
): Body => ({
  recent_events: events.map((event) => ({
    uuid: event.uuid,
    event: event.event,
    distinct_id: event.distinctId,
    timestamp: isoInstant(event.timestampMs),
    inserted_at: isoInstant(event.insertedMs),
    properties: event.properties,
  })),
  hours: toHourBodies(counted),
  rejected: INGEST_ISSUES.map((reason) =>
    toRejected(reason, drops.get(reason), recentCountOf(reason, counted.issues)),
  ),
  unknown_tokens: unknownTokens.seen().map((token) => ({
    start: token.start,
    length: token.length,
    count: token.count,
    last_seen_at: isoInstant(token.lastSeenMs),
    looks_like_this_project: token.resembles(apiToken),
  })),
  unknown_tokens_since: isoInstant(unknownTokens.sinceMs),
})

const toRejected = (
  reason: IngestIssue,
  drop: DropReport | undefined,
  recentCount: number,
): Body['rejected'][number] => ({
  reason,
  description: `${EXPLANATIONS[reason].sentence} ${EXPLANATIONS[reason].remedy}`,
  is_stored: EXPLANATIONS[reason].isStored,
  count: drop?.count ?? 0,
  recent_count: recentCount,
  last_seen_at: drop?.lastSeenAt ?? null,
  sample: drop?.sample || null,
})
