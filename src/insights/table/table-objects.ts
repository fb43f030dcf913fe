import type { OutputObject } from './table-query.ts'
import type { TableRow } from './table-rows.ts'

/** An object that clients know as one column, made of several columns of a statement over events. */
interface ObjectOfColumns {
  readonly columns: readonly (readonly string[])[]
  toObject(values: TableRow): Readonly<Record<string, unknown>>
}

const PERSON_ID = ['person_id']

export const OBJECTS: Readonly<Record<OutputObject, ObjectOfColumns>> = {
  event: {
    columns: [
      ['uuid'],
      ['event'],
      ['properties'],
      ['timestamp'],
      ['distinct_id'],
      ['elements_chain'],
      ['created_at'],
      PERSON_ID,
    ],
    toObject: ([uuid, event, properties, timestamp, distinct_id, elements_chain, created_at, person_id]) => ({
      ...{ uuid, event, timestamp, distinct_id, elements_chain, created_at, person_id },
      properties: fromText(properties),
    }),
  },
  person: {
    columns: [PERSON_ID, ['distinct_id'], ['person', 'created_at'], ['person', 'properties']],
    toObject: ([uuid, distinct_id, created_at, properties]) => ({
      ...{ uuid, distinct_id, created_at },
      properties: fromText(properties),
    }),
  },
}

/** Stored properties; none for a person without a profile. */
const fromText = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : {})
