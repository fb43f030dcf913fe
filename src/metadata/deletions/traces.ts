import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { isoInstant } from '#shared/clock.ts'

/**
 * What the metadata still has of the events of a project, in addition to persons and groups. Each field is a
 * number of rows.
 */
export interface Traces {
  readonly cachedResults: number
  /** Number of samples of refused events. */
  readonly samples: number
  /** Number of event definitions without a stored event. */
  readonly definitions: number
}

/** Deletes all cached results of a project and empties its samples of refused events. */
export async function clearResultsAndSamples(metadata: Metadata, projectId: number): Promise<void> {
  await metadata.deleteFrom('answer').where('project_id', '=', projectId).execute()
  await metadata
    .updateTable('dropped_event')
    .set({ sample: '' })
    .where('project_id', '=', projectId)
    .execute()
}

/**
 * Deletes the definitions of events that have no stored event, and of event properties that no defined event
 * has any longer.
 */
export async function clearDefinitions(
  metadata: Metadata,
  projectId: number,
  stored: ReadonlySet<string>,
): Promise<void> {
  const gone = (await definedBefore(metadata, projectId, null)).filter((name) => !stored.has(name))
  if (gone.length === 0) return
  await metadata.transaction().execute(async (transaction) => {
    for (const some of chunksOf(gone, IDS_A_STATEMENT)) {
      await transaction
        .deleteFrom('event_definition')
        .where('project_id', '=', projectId)
        .where('name', 'in', some)
        .execute()
      await transaction
        .deleteFrom('event_property')
        .where('project_id', '=', projectId)
        .where('event', 'in', some)
        .execute()
    }
    await transaction
      .deleteFrom('property_definition')
      .where('project_id', '=', projectId)
      .where('type', '=', 'event')
      .where('name', 'not in', (e) =>
        e.selectFrom('event_property').select('property').where('project_id', '=', projectId),
      )
      .execute()
  })
}

/** Counts the traces that are left from before an instant. */
export async function countTraces(
  metadata: Metadata,
  projectId: number,
  beforeMs: number,
  stored: ReadonlySet<string>,
): Promise<Traces> {
  const before = isoInstant(beforeMs)
  const { cachedResults } = await metadata
    .selectFrom('answer')
    .select((e) => e.fn.countAll<number>().as('cachedResults'))
    .where('project_id', '=', projectId)
    .where('refreshed_at', '<', before)
    .executeTakeFirstOrThrow()
  const { samples } = await metadata
    .selectFrom('dropped_event')
    .select((e) => e.fn.countAll<number>().as('samples'))
    .where('project_id', '=', projectId)
    .where('sample', '!=', '')
    .where('last_seen_at', '<', before)
    .executeTakeFirstOrThrow()
  const names = await definedBefore(metadata, projectId, before)
  return {
    cachedResults: Number(cachedResults),
    samples: Number(samples),
    definitions: names.filter((name) => !stored.has(name)).length,
  }
}

async function definedBefore(
  metadata: Metadata,
  projectId: number,
  before: string | null,
): Promise<string[]> {
  const all = metadata.selectFrom('event_definition').select('name').where('project_id', '=', projectId)
  const rows = await (before === null ? all : all.where('created_at', '<', before)).execute()
  return rows.map(({ name }) => name)
}
