import type { Generated, Kysely, Transaction } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { ActionSchema } from './action-schema.ts'
import type { AnnotationSchema } from './annotation-schema.ts'
import type { CohortSchema } from './cohort-schema.ts'
import type { InsightSchema } from './insight-schema.ts'

/** An open metadata store, or a transaction of it. */
export type Metadata = Kysely<MetadataSchema>
/** A transaction, for writes that happen completely or not at all. */
export type MetadataTransaction = Transaction<MetadataSchema>

/**
 * The metadata tables. Kinds of columns mean the same in SQLite and PostgreSQL: instants are ISO 8601 text
 * in UTC, booleans are 0 and 1, JSON is text. A JSON type of a database is not used, because it changes the
 * text.
 */
export interface MetadataSchema extends InsightSchema, ActionSchema, CohortSchema, AnnotationSchema {
  /** Exactly one row, inserted by the migration. */
  installation: {
    id: number
    uuid: string
    /** Whether the event store has the uuid. If so, its absence there is a loss. */
    is_paired: number
    /**
     * Increases while the metadata changes. The event store notes it afterwards, so metadata with a lower
     * epoch than the noted one is older.
     */
    epoch: number
    /** Number of deletions of events that have ever begun. */
    deletions: number
    /** Epoch seconds by the servers of the events; null if their numbers were never compared. */
    events_compared_s: number | null
    /** Where the events of this metadata are. Null before the first start of a version that notes it. */
    events_in: 'folder' | 'servers' | null
    /** The secret from which the first tokens of links are made. */
    sharing_key: Generated<string>
  }
  /**
   * Parts that the event store had on disk. Each of them still exists, or a part that was made from it
   * does.
   */
  stored_part: { table_name: string; name: string; rows: number }
  /** Schema files that ran on the servers of the events. */
  event_migration: { name: string }
  /**
   * At most one row. `incoming`: the installation with this id is being copied into this metadata.
   * `leaving`: the last run of a move of the stores in `moved` to `place` has begun. `outgoing`: the move has
   * ended, and this copy is out of date.
   */
  move: {
    id: number
    direction: 'incoming' | 'leaving' | 'outgoing'
    installation: string
    moved: 'metadata' | 'events' | 'both'
    place: string
    at: string
  }
  app_user: {
    id: Generated<number>
    uuid: string
    distinct_id: string
    email: string
    first_name: string
    last_name: string
    /** scrypt hash of the password; null for a user who signs in with keys only. */
    password_hash: string | null
    created_at: string
    /**
     * `operator` for the first user and for accounts created or reset on the command line. `invitation` for
     * an account that began with an invitation. Null if it is not known, in a folder of an earlier version.
     */
    set_up_by: 'operator' | 'invitation' | null
  }
  project: {
    id: Generated<number>
    uuid: string
    name: string
    api_token: string
    timezone: string
    /** 0 is Sunday, 1 is Monday. */
    week_start_day: number
    test_account_filters: string
    /** JSON of the settings for clients and SDKs that have been set. */
    settings: Generated<string>
    path_cleaning_filters: Generated<string>
    /** The number of the next new distinct id. Numbers are dense and never reused. */
    next_person: number
    created_at: string
    /**
     * Number of whole months of events that the project keeps in addition to the present month; null for
     * all.
     */
    retention_months: number | null
    /** The time of the earliest event that was sent as historical, in epoch ms; null if there is none. */
    earliest_historical_ms: number | null
    /**
     * Set when the project is deleted. Its row stays, because the event store knows the numbers that the
     * project has handed out.
     */
    deleted_at: string | null
  }
  project_member: { project_id: number; user_id: number; role: Role }
  /** Open invitations, one for each project and address. */
  invitation: {
    id: Generated<number>
    project_id: number
    /** The address in lower case. */
    email: string
    role: Role
    /** SHA-256 of the token in the link, in hex. */
    token_hash: string
    created_by: number
    created_at: string
    expires_at: string
  }
  personal_api_key: {
    id: Generated<number>
    user_id: number
    label: string
    /** SHA-256 of the key in hex. A key has 256 random bits, so a slow hash would add nothing. */
    key_hash: string
    /** First and last characters, to distinguish keys in a list. */
    mask: string
    scopes: string
    /** JSON of the project ids that the key is limited to, or null. */
    scoped_teams: string | null
    created_at: string
    last_used_at: string | null
    /** The time when the secret was last replaced. */
    last_rolled_at: string | null
  }
  /**
   * One row per person, under the number of its root: the distinct id to which the person's other ids were
   * joined. The row is derived from the ids and links below, updated with every change of them, and
   * mirrored to the event store by `version`.
   */
  person: {
    project_id: number
    number: number
    /**
     * The uuid is derived from the project and the distinct id of the root, so the same messages always
     * give the same person.
     */
    uuid: string
    /** The time of the person's first event with a person profile. */
    created_at: string
    is_identified: number
    /** The person's properties: `PropertyRegisters` as JSON, or null. */
    registers: string | null
    /**
     * The times, in epoch us, of the person's last accepted merge, last link (accepted or not) and last
     * assignment.
     */
    merged_us: Generated<number>
    linked_us: Generated<number>
    said_us: Generated<number>
    version: number
  }
  person_distinct_id: {
    project_id: number
    distinct_id: string
    /** The number of the id, which its events carry and which never changes. */
    number: number
    /** The number of the root of the id's person. */
    person: number
    /** The time of the id's first event with a person profile, in epoch us; null while there was none. */
    profile_us: number | null
    /** The time of the id's first `$identify` with another id, in epoch us; null while there was none. */
    identified_us: number | null
    /** The assignments under this id: `PropertyRegisters` as JSON, or null. */
    registers: string | null
    /** The version of the last change of `person`; 0 while `person` is the number of the id itself. */
    version: number
  }
  /** Statements that two distinct ids, given by number, are one person, each with its earliest time. */
  identity_link: { project_id: number; target: number; other: number; is_forced: number; at_us: number }
  /** The highest version of all rows that the event store mirrors. */
  mirror_version: { id: number; value: number }
  /**
   * Deletions of persons that the event store has not finished. `numbers` and `distinct_ids` are JSON
   * lists.
   */
  person_deletion: {
    project_id: number
    person: number
    uuid: string
    numbers: string
    distinct_ids: string
    with_events: number
    version: number
  }
  /** Deletions of events and projects. A deletion without `finished_at` is under way. */
  event_deletion: {
    id: Generated<number>
    project_id: number
    kind: 'events' | 'retention' | 'project'
    event: string | null
    from_ms: number | null
    before_ms: number | null
    cutoff_ms: number
    created_at: string
    deleted_events: number | null
    finished_at: string | null
  }
  group_type: {
    project_id: number
    group_type: string
    group_type_index: number
    name_singular: string | null
    name_plural: string | null
  }
  project_group: {
    id: Generated<number>
    project_id: number
    group_type_index: number
    group_key: string
    /**
     * The position in lists: the first value of `created_at`. It never changes, so paging neither skips nor
     * repeats a group.
     */
    listed_at: string
    /** The time of the group's first event. */
    created_at: string
    /** `PropertyRegisters` as JSON, or null. */
    registers: string | null
    version: number
  }
  event_definition: {
    project_id: number
    name: string
    uuid: string
    count: number
    created_at: string
    last_seen_at: string
  }
  property_definition: {
    project_id: number
    type: 'event' | 'person' | 'group'
    /** -1 for events and persons. */
    group_type_index: number
    name: string
    uuid: string
    /** `String`, `Numeric`, `Boolean`, `DateTime`, or null while only lists and objects were seen. */
    kind: string | null
    count: number
    created_at: string
    last_seen_at: string
  }
  event_property: { project_id: number; event: string; property: string; count: number }
  /**
   * Number of events of a project that were not stored, or not as sent, by reason, with a sample of the
   * last one.
   */
  dropped_event: { project_id: number; reason: string; count: number; last_seen_at: string; sample: string }
  /** Counts as in `dropped_event`, but by hour, for the last week. `hour` is in hours since 1970. */
  dropped_event_hour: { project_id: number; hour: number; reason: string; count: number }
  /**
   * The random key of a day, in hex, from which the ids of that day's visitors without a cookie are made.
   * `day` is a date of the project's time zone, such as `2026-11-20`.
   */
  visitor_key: { project_id: number; day: string; key: string; expires_at: string }
}
