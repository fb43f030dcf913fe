import { type Fragment, identifier, join, sql } from '#fragments/fragment.ts'
import { EVENT_COLUMNS } from '#ingest/store/event-inserter.ts'
import { UNANCHORED_COLUMNS } from '#ingest/store/unanchored-events.ts'

/**
 * A table of the event store whose rows are copied one by one. The copies of the metadata are not among
 * them: the next start makes these anew.
 */
export interface RowTable {
  readonly name: 'events' | 'unanchored_event'
  readonly columns: readonly string[]
  /** Whether the last column has properties as text. */
  readonly hasProperties: boolean
  /** Whether equal rows count as one, however many are stored. */
  readonly isSet: boolean
}

/** `unanchored_event` comes first: an event without its row there could be stored twice. */
export const ROW_TABLES: readonly RowTable[] = [
  { name: 'unanchored_event', columns: UNANCHORED_COLUMNS, hasProperties: false, isSet: true },
  { name: 'events', columns: EVENT_COLUMNS, hasProperties: true, isSet: false },
]

/** The rows of one project of one day, which belong to one month. */
export interface ProjectDay {
  readonly projectId: number
  /** A date such as `2026-11-20`. */
  readonly day: string
}

/** Rows of days of one month that are read together. */
export interface RowPart {
  /** The month, such as 202611. */
  readonly month: number
  readonly days: readonly ProjectDay[]
  /** The slice of a large day; null if all rows are read. Each uuid is in one of `count` slices, from 0. */
  readonly slice: { readonly index: number; readonly count: number } | null
}

/** Returns the columns as a list. */
export const listOf = (columns: readonly string[]): Fragment =>
  join(
    columns.map((column) => sql`${identifier(column)}`),
    sql`, `,
  )

/** Returns a FROM clause of the rows under the name `stored`. */
export const rowsFrom = ({ columns, isSet }: RowTable, stored: string): Fragment =>
  // Grouping continues on the disk if it needs much memory, and DISTINCT does not.
  isSet
    ? sql`(SELECT ${listOf(columns)} FROM ${identifier(stored)} GROUP BY ${listOf(columns)})`
    : sql`${identifier(stored)}`
