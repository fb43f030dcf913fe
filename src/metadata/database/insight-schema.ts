import type { ColumnType, Generated } from 'kysely'

/** A public link of an insight or a dashboard. `enabled` and `may_change_dates` are 1 or 0. */
export interface SharingColumns {
  access_token: string
  enabled: number
  created_at: string
  may_change_dates: number
}

/**
 * The tables of insights, dashboards, their cached results, and sign-in. Kinds of columns are described at
 * `MetadataSchema`.
 */
export interface InsightSchema {
  /** Exactly one row, inserted by the migration, because one server is one organization. */
  organization: { id: number; uuid: string; name: string; created_at: string }
  /** Browser sessions, by the SHA-256 of their cookie. */
  login_session: { token_hash: string; user_id: number; created_at: string; expires_at: string }
  insight: {
    id: Generated<number>
    project_id: number
    short_id: string
    name: string | null
    derived_name: string | null
    description: string
    /** JSON of the filters. It may be the JSON text `null`. */
    filters: string
    /** Whether a client sent the filters: 1 or 0. */
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
    /**
     * Name, derived name, description and tags, in lower case by the rules of JavaScript, because SQLite
     * lowers A to Z only.
     */
    search_text: Generated<string>
    /**
     * The kind by which lists are filtered: `TRENDS`, `FUNNELS` and so on. Null for a query of another
     * kind.
     */
    listed_kind: string | null
    /** `SQL` for a table of SQL, `JSON` for any other query node, null if there are filters only. */
    query_form: 'SQL' | 'JSON' | null
    /** The `answer.key` of the cached result that this insight showed last, or null. */
    answer_key: string | null
  }
  insight_tag: { insight_id: number; tag: string }
  dashboard: {
    id: Generated<number>
    project_id: number
    name: string
    description: string
    pinned: number
    /** JSON of the filters that override the filters of the insights on the dashboard. */
    filters: string
    /** JSON of the display settings, as the client sent them. */
    settings: Generated<string>
    deleted: number
    created_at: string
    created_by: number
    updated_at: string
    /** Name, description and tags, in the form of `insight.search_text`. */
    search_text: string
  }
  dashboard_tag: { dashboard_id: number; tag: string }
  /**
   * An insight or a text on a dashboard. A removed tile keeps its row, so it comes back with its layout and
   * colour.
   */
  dashboard_tile: {
    id: Generated<number>
    dashboard_id: number
    /** Null if the tile shows a text. */
    insight_id: number | null
    /** This column and the next three are null if the tile shows an insight. */
    text_body: string | null
    text_created_by: number | null
    text_modified_by: number | null
    text_modified_at: string | null
    /** JSON with a position for each width of the screen. */
    layouts: string
    color: string | null
    /** JSON of the display settings, as the client sent them. */
    settings: Generated<string>
    /** Null if the tile was never removed; the API shows null as well. */
    deleted: number | null
    /**
     * Whether the tile was removed because its dashboard was deleted. Restoring the dashboard brings back
     * only these tiles.
     */
    is_removed_with_dashboard: Generated<number>
    /** Whether the tile was removed because its insight was deleted. Restoring the insight brings it back. */
    is_removed_with_insight: Generated<number>
    /** Like `insight.answer_key`, for the insight with the filters of this dashboard. */
    answer_key: string | null
  }
  /** The time when a user last viewed an insight. */
  insight_view: { project_id: number; user_id: number; insight_id: number; viewed_at: string }
  activity: {
    id: Generated<number>
    uuid: string
    project_id: number
    scope: string
    /** The id of the insight, dashboard, action or cohort, as text. */
    item_id: string
    /** Null for a change by the server. */
    user_id: number | null
    activity: string
    /** JSON of the changed fields and the name at that time. */
    detail: string
    created_at: string
  }
  insight_sharing: SharingColumns & { insight_id: number }
  dashboard_sharing: SharingColumns & { dashboard_id: number }
  /** Timings that clients report: how long their users waited. The body is JSON as the client sent it. */
  client_timing: {
    id: Generated<number>
    project_id: number
    user_id: number
    body: string
    created_at: string
  }
  /**
   * Counts of all timings that a project was ever sent. They stay when old timings are deleted, so that no
   * count falls.
   */
  client_timing_count: {
    project_id: number
    type: string
    status: string
    /** The index of the bucket in the histogram; -1 for timings without a time. */
    bucket: number
    count: number
    /** The sum of the times in milliseconds. */
    milliseconds: number
  }
  /** Cached results. A row is fresh while `freshness` describes the present data and range of its query. */
  answer: {
    key: string
    project_id: number
    freshness: string
    /** JSON of the result; empty if the result is stored in parts. */
    answer: string
    timezone: string
    refreshed_at: string
    /** The size of the result; 0 after it was discarded, while its parts are being deleted. */
    bytes: number
    used_at: string
    /** Identifies the parts of a long result; null for a short result. */
    content: string | null
    /** The length in bytes, before compression, of a result in parts. */
    text_bytes: number | null
    /** 0 while parts of the result are missing. */
    is_whole: Generated<number>
  }
  /** The compressed parts of long results. They are deleted with their result. */
  answer_part: {
    content: string
    part: number
    bytes: ColumnType<Uint8Array | ArrayBuffer, Uint8Array, never>
  }
  /**
   * Counts how often a part of the project's data has changed: events of one name, or data about persons,
   * for example.
   */
  data_version: { project_id: number; subject: string; version: number }
}
