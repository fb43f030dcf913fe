import type { Generated } from 'kysely'

/**
 * The metadata tables. Column kinds mean the same in SQLite and PostgreSQL: instants are ISO 8601 text in UTC,
 * booleans are 0 and 1, JSON is text (never a database's own JSON type, so that it comes back as it was sent).
 */
export interface MetadataSchema {
  app_user: {
    id: Generated<number>
    uuid: string
    distinct_id: string
    email: string
    first_name: string
    last_name: string
    /** scrypt, or null for a user who signs in with keys only. */
    password_hash: string | null
    created_at: string
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
    /** The number the next new person gets. Numbers are dense and never reused. */
    next_person: number
    created_at: string
  }
  project_member: { project_id: number; user_id: number; role: 'admin' | 'member' | 'viewer' }
  personal_api_key: {
    id: Generated<number>
    user_id: number
    label: string
    /** SHA-256 of the key in hex. A key has 256 random bits, so a slow hash would add nothing. */
    key_hash: string
    /** First and last characters, to tell keys apart in a list. */
    mask: string
    scopes: string
    /** Project ids that the key is limited to, or null. */
    scoped_teams: string | null
    created_at: string
  }
  insight: {
    id: Generated<number>
    project_id: number
    short_id: string
    name: string | null
    derived_name: string | null
    description: string
    filters: string
    query: string | null
    sort_order: number | null
    deleted: number
    saved: number
    favorited: number
    is_sample: number
    created_at: string
    created_by: number
    updated_at: string
    last_modified_at: string
    last_modified_by: number
  }
  insight_tag: { insight_id: number; tag: string }
  /** The last computed answer of an insight. */
  insight_result: { insight_id: number; result: string; timezone: string; refreshed_at: string }
  person: { project_id: number; number: number; uuid: string; created_at: string }
  person_distinct_id: { project_id: number; distinct_id: string; person: number }
  /** How many events of a project were not stored, by reason, with the last one seen. */
  dropped_event: { project_id: number; reason: string; count: number; last_seen_at: string; sample: string }
}
