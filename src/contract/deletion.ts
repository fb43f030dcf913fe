import { z } from 'zod'
import { knownFields } from './known-parameters.ts'
import { pageBody } from './paging.ts'
import { clientText } from './text.ts'

const instant = z.iso.datetime({ offset: true, local: true })

/** The events to delete. */
export const DeletionCreate = knownFields(
  {
    event: clientText(400)
      .min(1)
      .optional()
      .describe('Deletes only events of this name. If absent, events of any name.'),
    date_from: instant
      .optional()
      .describe('Deletes only events from this instant on. Without an offset it is in UTC.'),
    date_to: instant.optional().describe('Deletes only events before this instant.'),
    all_events: z
      .literal(true)
      .optional()
      .describe('Deletes every event of the project. Required if neither a name nor an instant is given.'),
    whole_project: z
      .literal(true)
      .optional()
      .describe(
        'Deletes the project with everything in it: events, persons, groups, insights, dashboards, members. Events that are sent with its token are no longer stored.',
      ),
  },
  [],
).meta({ id: 'DeletionCreate' })
export type DeletionCreate = z.output<typeof DeletionCreate>

const LeftBody = z
  .object({
    events: z.int().min(0),
    mirrored: z.int().min(0).describe('Rows of a deleted project in the copies of its persons and groups.'),
    cached_results: z.int().min(0).describe('Cached results from before the deletion.'),
    samples: z.int().min(0).describe('Samples of refused events from before the deletion.'),
    definitions: z
      .int()
      .min(0)
      .describe('Definitions from before the deletion whose event is no longer stored.'),
    metadata_rows: z.int().min(0).describe('Other rows of a deleted project.'),
  })
  .describe('What is left of the deleted data, counted for this answer.')

export const DeletionBody = z
  .object({
    id: z.int(),
    kind: z.enum(['events', 'retention', 'project']),
    event: z.string().nullable(),
    date_from: z.iso.datetime().nullable(),
    date_to: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    finished_at: z.iso
      .datetime()
      .nullable()
      .describe(
        'When the files of the event store had been rewritten. Questions leave out the events from the response to the request on.',
      ),
    deleted_events: z.int().min(0).nullable(),
    left: LeftBody.nullable().describe('Null in lists.'),
  })
  .meta({ id: 'Deletion' })
export type DeletionBody = z.output<typeof DeletionBody>
export const DeletionPageBody = pageBody(DeletionBody, 'PaginatedDeletionList')

export const MAX_RETENTION_MONTHS = 1_200
export const RetentionBody = z
  .object({
    months: z
      .int()
      .min(1)
      .max(MAX_RETENTION_MONTHS)
      .nullable()
      .describe(
        'How many whole months of events are kept in addition to the present one. Null keeps all events.',
      ),
    keeps_since: z.iso
      .datetime()
      .nullable()
      .describe('Events before this instant are deleted, once an hour.'),
  })
  .meta({ id: 'Retention' })
export const RetentionChange = knownFields({ months: RetentionBody.shape.months }, []).meta({
  id: 'RetentionChange',
})
