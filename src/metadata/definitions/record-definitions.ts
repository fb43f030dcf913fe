import { type RawBuilder, sql } from 'kysely'
import { ROWS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { MetadataTransaction } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { isoInstant } from '#shared/clock.ts'
import { uuidOfText } from '#shared/uuid-of-text.ts'
import type { SeenDefinitions, SeenEvent, SeenPair, SeenProperty } from './definition.ts'

/** Adds counts to the definitions and makes the missing ones. */
export async function recordDefinitions(
  transaction: MetadataTransaction,
  seen: SeenDefinitions,
  nowMs: number,
): Promise<void> {
  const created_at = isoInstant(nowMs)
  for (const rows of chunksOf(seen.events, ROWS_A_STATEMENT))
    await upsertEvents(transaction, rows, created_at)
  for (const rows of chunksOf(seen.properties, ROWS_A_STATEMENT))
    await upsertProperties(transaction, rows, created_at)
  for (const rows of chunksOf(seen.pairs, ROWS_A_STATEMENT)) await upsertPairs(transaction, rows)
}

// Instants are texts of one length, so the later one is the greater one. MAX and GREATEST are not in both dialects.
const laterOf = (table: string): RawBuilder<string> => {
  const [known, added] = [sql.ref(`${table}.last_seen_at`), sql.ref('excluded.last_seen_at')]
  return sql`CASE WHEN ${added} > ${known} THEN ${added} ELSE ${known} END`
}

// The kind of a property that was seen as both: text where they differ.
const bothKinds: RawBuilder<string | null> = sql`CASE
  WHEN excluded.kind IS NULL OR excluded.kind = property_definition.kind THEN property_definition.kind
  WHEN property_definition.kind IS NULL THEN excluded.kind
  ELSE 'String'
END`

async function upsertEvents(
  transaction: MetadataTransaction,
  rows: readonly SeenEvent[],
  created_at: string,
): Promise<void> {
  const values = rows.map(({ projectId, name, count, lastSeenMs }) => ({
    project_id: projectId,
    name,
    uuid: uuidOfText(JSON.stringify(['event_definition', projectId, name])),
    count,
    created_at,
    last_seen_at: isoInstant(lastSeenMs),
  }))
  await transaction
    .insertInto('event_definition')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'name']).doUpdateSet((e) => ({
        count: e('event_definition.count', '+', e.ref('excluded.count')),
        last_seen_at: laterOf('event_definition'),
      })),
    )
    .execute()
}

async function upsertProperties(
  transaction: MetadataTransaction,
  rows: readonly SeenProperty[],
  created_at: string,
): Promise<void> {
  const values = rows.map(({ projectId, type, groupTypeIndex, name, kind, count, lastSeenMs }) => ({
    project_id: projectId,
    type,
    group_type_index: groupTypeIndex,
    name,
    uuid: uuidOfText(JSON.stringify(['property_definition', projectId, type, groupTypeIndex, name])),
    kind,
    count,
    created_at,
    last_seen_at: isoInstant(lastSeenMs),
  }))
  await transaction
    .insertInto('property_definition')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'type', 'group_type_index', 'name']).doUpdateSet((e) => ({
        kind: bothKinds,
        count: e('property_definition.count', '+', e.ref('excluded.count')),
        last_seen_at: laterOf('property_definition'),
      })),
    )
    .execute()
}

async function upsertPairs(transaction: MetadataTransaction, rows: readonly SeenPair[]): Promise<void> {
  const values = rows.map(({ projectId, event, property, count }) => ({
    project_id: projectId,
    event,
    property,
    count,
  }))
  await transaction
    .insertInto('event_property')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'event', 'property']).doUpdateSet((e) => ({
        count: e('event_property.count', '+', e.ref('excluded.count')),
      })),
    )
    .execute()
}
