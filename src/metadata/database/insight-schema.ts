import type { ColumnType, Generated } from 'kysely'

/** A public link, of an insight or of a dashboard. `enabled` and `may_change_dates` are 1 or 0. */
export interface SharingColumns {
  access_token: string
  enabled: number
  created_at: string
  may_change_dates: number
}

/** The tables of insights, dashboards, their cached results, and sign-in. Column kinds as in `MetadataSchema`. */
export interface InsightSchema {
  /** One server is one organization: exactly one row, inserted by the migration. */
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
    /** JSON, which may be that of null. */
    filters: string
    /** Whether a client sent the filters, 1 or 0. */
    are_filters_given: Generated<number>
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
    /** Name, derived name, description and tags in lower case by the rules of JavaScript: SQLite lowers A to Z only. */
    search_text: Generated<string>
    /** The kind for filters of lists: `TRENDS`, `FUNNELS` and so on; null for another kind of query. */
    listed_kind: string | null
    /** `SQL` for a table of SQL, `JSON` for any other query node, null for filters alone. */
    query_form: 'SQL' | 'JSON' | null
    /** The `answer.key` of the cached result that was last shown for this insight, or null. */
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
    /** JSON of settings of its display, as sent. */
    settings: Generated<string>
    deleted: number
    created_at: string
    created_by: number
    updated_at: string
    /** Name, description and tags, as `insight.search_text`. */
    search_text: string
  }
  dashboard_tag: { dashboard_id: number; tag: string }
  /** An insight or a text on a dashboard. A removed tile keeps its row, and comes back with its layout and colour. */
  dashboard_tile: {
    id: Generated<number>
    dashboard_id: number
    /** Null for a text. */
    insight_id: number | null
    /** Null for an insight, as are the next three. */
    text_body: string | null
    text_created_by: number | null
    text_modified_by: number | null
    text_modified_at: string | null
    /** JSON: a position for each width of the screen. */
    layouts: string
    color: string | null
    /** JSON of settings of its display, as sent. */
    settings: Generated<string>
    /** Null where it was never removed, as the API shows it. */
    deleted: number | null
    /** Whether the deletion of its dashboard removed it. Restoring the dashboard brings back only these. */
    is_removed_with_dashboard: Generated<number>
    /** Whether the deletion of its insight removed it. Restoring the insight brings it back. */
    is_removed_with_insight: Generated<number>
    /** As `insight.answer_key`, for the insight with this dashboard's filters. */
    answer_key: string | null
  }
  /** The time when a user last viewed an insight. */
  insight_view: { project_id: number; user_id: number; insight_id: number; viewed_at: string }
  activity: {
    id: Generated<number>
    uuid: string
    project_id: number
    scope: string
    /** The id of the insight or dashboard, as text. */
    item_id: string
    /** Null for a change by the server. */
    user_id: number | null
    activity: string
    /** JSON: the changed fields, and the name at that time. */
    detail: string
    created_at: string
  }
  insight_sharing: SharingColumns & { insight_id: number }
  dashboard_sharing: SharingColumns & { dashboard_id: number }
  /** Timings that clients report: how long their users waited. JSON as sent. */
  client_timing: {
    id: Generated<number>
    project_id: number
    user_id: number
    body: string
    created_at: string
  }
  /** How many timings a project was ever sent. Counts stay when old timings are removed, so that no count falls. */
  client_timing_count: {
    project_id: number
    type: string
    status: string
    /** The index of the bucket in the histogram; -1 for timings without a time. */
    bucket: number
    count: number
    /** The sum of the times. */
    milliseconds: number
  }
  /** Cached results. A row is fresh while `freshness` describes the present data and range of its query. */
  answer: {
    key: string
    project_id: number
    freshness: string
    /** JSON; empty if it is in parts. */
    answer: string
    timezone: string
    refreshed_at: string
    bytes: number
    used_at: string
    /** Names the parts of a long result; null for a short one. */
    content: string | null
    /** The length of a result in parts, before it was compressed. */
    text_bytes: number | null
    /** 0 while parts of it are missing. */
    is_whole: Generated<number>
  }
  /** Parts of long results, compressed. They go with their result. */
  answer_part: {
    content: string
    part: number
    bytes: ColumnType<Uint8Array | ArrayBuffer, Uint8Array, never>
  }
  /** How often the events of one name, or the persons, of a project have changed. */
  data_version: { project_id: number; subject: string; version: number }
}
