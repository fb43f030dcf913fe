import type { Insight } from '../metadata/insight.ts'
import type { InsightResult } from '../metadata/insight-result-store.ts'
import type { User } from '../metadata/user-store.ts'
import type { ComputedFields, InsightBody } from './contract/insight.ts'
import { toUserBody } from './contract/user.ts'

export interface InsightParts {
  readonly insight: Insight
  readonly users: ReadonlyMap<number, User>
  readonly result: InsightResult | null
  /** Whether `result` was read rather than computed for this request. */
  readonly isCached: boolean
}

/** Everyone in the project can edit. */
const RESTRICTION_LEVEL = 21
/** The caller can edit. */
const PRIVILEGE_LEVEL = 37

/** The one serializer of Insight bodies. */
export function toInsightBody(parts: InsightParts, computedFields: ComputedFields): InsightBody {
  const { insight, users, result } = parts
  const userBody = (id: number) => {
    const user = users.get(id)
    return user === undefined ? null : toUserBody(user)
  }
  return {
    id: insight.id,
    short_id: insight.shortId,
    name: insight.name,
    derived_name: insight.derivedName,
    filters: shownFilters(insight),
    query: insight.query,
    order: insight.order,
    deleted: insight.deleted,
    dashboards: insight.tiles.map((tile) => tile.dashboardId),
    dashboard_tiles: insight.tiles.map((tile) => ({
      id: tile.id,
      dashboard_id: tile.dashboardId,
      deleted: tile.deleted,
    })),
    last_refresh: result?.refreshedAt ?? null,
    next_allowed_client_refresh: result?.refreshedAt ?? null,
    result: computed(result?.result ?? null, computedFields),
    results: result?.result ?? null,
    columns: computed(null, computedFields),
    created_at: insight.createdAt,
    created_by: userBody(insight.createdBy),
    description: insight.description,
    updated_at: insight.updatedAt,
    tags: [...insight.tags],
    favorited: insight.favorited,
    saved: insight.saved,
    last_modified_at: insight.lastModifiedAt,
    last_modified_by: userBody(insight.lastModifiedBy),
    is_sample: insight.isSample,
    effective_restriction_level: RESTRICTION_LEVEL,
    effective_privilege_level: PRIVILEGE_LEVEL,
    timezone: result?.timezone ?? null,
    is_cached: flag(parts.isCached, computedFields),
    query_status: computed(null, computedFields),
  }
}

/** The Insight of an answer that is about none. */
export const emptyInsightBody = (computedFields: ComputedFields): InsightBody => ({
  id: null,
  short_id: null,
  name: null,
  derived_name: null,
  filters: {},
  query: null,
  order: null,
  deleted: false,
  dashboards: [],
  dashboard_tiles: [],
  last_refresh: null,
  next_allowed_client_refresh: null,
  result: null,
  results: null,
  columns: null,
  created_at: null,
  created_by: null,
  description: '',
  updated_at: null,
  tags: [],
  favorited: false,
  saved: false,
  last_modified_at: null,
  last_modified_by: null,
  is_sample: false,
  effective_restriction_level: RESTRICTION_LEVEL,
  effective_privilege_level: PRIVILEGE_LEVEL,
  timezone: null,
  is_cached: flag(false, computedFields),
  query_status: null,
})

// The contract types computed fields as text, practice as JSON: docs/decisions/0005-one-body-for-computed-fields.md.
const computed = (value: unknown, as: ComputedFields): unknown =>
  as === 'json' || value === null ? value : JSON.stringify(value)

const flag = (value: boolean, as: ComputedFields): boolean | 'true' | 'false' => {
  if (as === 'json') return value
  return value ? 'true' : 'false'
}

// An insight without a question reads as an empty trend; clients rely on an object here.
const shownFilters = (insight: Insight): unknown =>
  hasQuestion(insight) ? (insight.filters ?? {}) : { insight: 'TRENDS' }

/** Whether an insight asks for anything: it may be kept before its question is. */
export const hasQuestion = ({ query, filters }: Pick<Insight, 'query' | 'filters'>): boolean =>
  query !== null || Object.keys(filters ?? {}).length > 0
