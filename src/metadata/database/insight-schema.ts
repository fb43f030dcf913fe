import type { Generated } from 'kysely'

/** The tables of the insight resource and of who may use it. Column kinds as in `MetadataSchema`. */
export interface InsightSchema {
  /** One server is one organization: exactly one row, made by the migration. */
  organization: { id: number; uuid: string; name: string; created_at: string }
  /** Browser sessions by the SHA-256 of their cookie. */
  login_session: { token_hash: string; user_id: number; created_at: string; expires_at: string }
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
    /** Name, derived name, description and tags in lower case, by JavaScript's rules: a database's own know only ASCII. */
    search_text: Generated<string>
    /** What lists are filtered by: `TRENDS`, `FUNNELS` and so on, or null for a question of no such kind. */
    listed_kind: string | null
    /** `SQL` for a table of SQL, `JSON` for any other query node, null for filters alone. */
    query_form: 'SQL' | 'JSON' | null
    /** The `answer.key` that was last shown for this insight, or null. */
    answer_key: string | null
  }
  insight_tag: { insight_id: number; tag: string }
  dashboard: {
    id: Generated<number>
    project_id: number
    name: string
    description: string
    pinned: number
    /** JSON of the filters that override those of its insights. */
    filters: string
    deleted: number
    created_at: string
    created_by: number
    updated_at: string
    /** Name, description and tags, as `insight.search_text`. */
    search_text: string
  }
  dashboard_tag: { dashboard_id: number; tag: string }
  /** An insight on a dashboard. Removed ones are kept with their layout and colour, and come back with them. */
  dashboard_tile: {
    id: Generated<number>
    dashboard_id: number
    insight_id: number
    /** JSON: a place for each width of the screen. */
    layouts: string
    color: string | null
    /** Null while it was never removed, as the interface shows it. */
    deleted: number | null
    /** Whether the deletion of its dashboard removed it: restoring the dashboard brings back these and no others. */
    is_removed_with_dashboard: Generated<number>
    /** As `insight.answer_key`, for the insight with this dashboard's filters. */
    answer_key: string | null
  }
  /** When a user last looked at an insight. */
  insight_view: { project_id: number; user_id: number; insight_id: number; viewed_at: string }
  activity: {
    id: Generated<number>
    uuid: string
    project_id: number
    scope: string
    /** The number of what changed, as text. */
    item_id: string
    /** Null for what the server did by itself. */
    user_id: number | null
    activity: string
    /** JSON: what changed, and the name it had. */
    detail: string
    created_at: string
  }
  insight_sharing: { insight_id: number; access_token: string; enabled: number; created_at: string }
  /** What clients say of how long their users waited: JSON as it was sent. */
  client_timing: {
    id: Generated<number>
    project_id: number
    user_id: number
    body: string
    created_at: string
  }
  /** How many timings a project was ever sent: what is counted outlives the timing itself, so that no count falls. */
  client_timing_count: {
    project_id: number
    type: string
    status: string
    /** Its place among the buckets of the histogram; -1 for timings that say no time. */
    bucket: number
    count: number
    /** The sum of their times. */
    milliseconds: number
  }
  /** Computed answers. A row is fresh while `freshness` is what the question and its data are at present. */
  answer: {
    key: string
    project_id: number
    freshness: string
    answer: string
    timezone: string
    refreshed_at: string
    bytes: number
    used_at: string
  }
  /** How often the events of one name, or the persons, of a project have changed. */
  data_version: { project_id: number; subject: string; version: number }
}
