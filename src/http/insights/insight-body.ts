import type { InsightBody } from '#contract/insight.ts'
import { DEFAULT_INSIGHT } from '#contract/insight-kinds.ts'
import type { Role } from '#contract/roles.ts'
import { type Warning, warningsField } from '#contract/warning.ts'
import { toUserBody } from '#http/access/user-body.ts'
import { privilegeLevelOf, RESTRICTION_LEVELS } from '#http/server/roles.ts'
import type { CachedResult } from '#insights/answering/cached-result.ts'
import type { ResultColumns } from '#insights/kind/kind.ts'
import { peopleLinks } from '#insights/kind/people-links.ts'
import { filtersLeftOut } from '#insights/questions/filters-left-out.ts'
import { flatFormOf, kindOf, toResult } from '#insights/questions/find-kind.ts'
import type { User } from '#metadata/access/user-store.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import { createPauses } from '#shared/large-json/pauses.ts'

/** The role of the user who reads a body, and the time zone of the project. */
export interface Reader {
  readonly role: Role
  /** An IANA name. */
  readonly timezone: string
}

/** The fields of a body that follow from a computation. */
export interface ShownComputation {
  /** The result as plain JSON, or null. */
  readonly result: unknown
  /** The names of the columns if the result consists of rows; null for any other result. */
  readonly columns: readonly string[] | null
  readonly lastRefresh: string | null
  readonly nextAllowedClientRefresh: string | null
  /** The IANA name of the time zone of the result's days; null without a result. */
  readonly timezone: string | null
  /** Whether the result comes from the cache. */
  readonly isCached: boolean
  /** The `query_status` as plain JSON, or null. */
  readonly queryStatus: unknown
  readonly warnings: readonly Warning[]
}

export interface InsightParts {
  readonly insight: Insight
  readonly users: ReadonlyMap<number, User>
  readonly computation: Partial<ShownComputation>
}

/**
 * Returns the items of a result. The links to the people behind its numbers lead into the project of
 * `projectId`; with null, the items have no such links. Other work can run between two items.
 */
export async function shownItems(
  { query, node, answer, refreshedAt }: CachedResult,
  projectId: number | null,
) {
  const kind = kindOf(query)
  const links =
    projectId === null || kind.cells === null
      ? null
      : peopleLinks({ projectId, path: kind.cells.path, node, asOf: refreshedAt })
  const items: unknown[] = []
  const pause = createPauses()
  for (const item of kind.items(query, answer, links, node)) {
    items.push(item)
    await pause()
  }
  return items
}

/** Returns the columns of a result that consists of rows; null for any other result. */
export const columnsOf = ({ query, answer }: CachedResult): ResultColumns | null =>
  kindOf(query).rows?.columns(answer) ?? null

/** Returns a cached result as fields of a body. */
export async function shownResult(
  result: CachedResult | null,
  projectId: number | null,
  isCached = true,
): Promise<Partial<ShownComputation>> {
  if (result === null) return {}
  return {
    result: toResult(result.query, await shownItems(result, projectId)),
    columns: columnsOf(result)?.columns ?? null,
    lastRefresh: result.refreshedAt,
    nextAllowedClientRefresh: result.nextRefreshAt,
    timezone: result.timezone,
    isCached,
  }
}

const NOT_COMPUTED: ShownComputation = {
  result: null,
  columns: null,
  lastRefresh: null,
  nextAllowedClientRefresh: null,
  timezone: null,
  isCached: false,
  queryStatus: null,
  warnings: [],
}

/**
 * Returns the body of an Insight that is not saved. The fields that only a saved insight has are null,
 * false or empty. Some calls are not about a saved insight, but their documented response is an Insight.
 */
export function emptyInsightBody(reader: Reader, computation: Partial<ShownComputation> = {}): InsightBody {
  const shown = { ...NOT_COMPUTED, ...computation }
  return {
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
    last_refresh: shown.lastRefresh,
    next_allowed_client_refresh: shown.nextAllowedClientRefresh,
    result: shown.result,
    results: shown.result,
    columns: shown.columns,
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
    effective_restriction_level: RESTRICTION_LEVELS.everyone,
    effective_privilege_level: privilegeLevelOf(reader.role),
    timezone: shown.timezone ?? reader.timezone,
    is_cached: shown.isCached,
    query_status: shown.queryStatus,
    ...warningsField(shown.warnings),
  }
}

/** Returns the body of a saved insight. */
export function toInsightBody(parts: InsightParts, reader: Reader): InsightBody {
  const { insight, users, computation } = parts
  const userBody = (id: number) => {
    const user = users.get(id)
    return user === undefined ? null : toUserBody(user)
  }
  return {
    ...emptyInsightBody(reader, computation),
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
  }
}

/**
 * Returns the body of a saved insight, with a warning if the insight has saved filters that are not part of
 * its question.
 */
export const withFiltersLeftOut = (body: InsightBody, insight: Insight): InsightBody =>
  withWarnings(body, filtersLeftOut(insight))

/** Returns the body with further warnings. */
export const withWarnings = (body: InsightBody, more: readonly Warning[]): InsightBody => ({
  ...body,
  ...warningsField([...(body.warnings ?? []), ...more]),
})

// If the client sent filters, they are shown unchanged, even null. If the client sent none, the field is
// still an object, because other clients need one. For an insight with a query, this object means the same
// as the query. For an insight without a query, it is an empty trend.
function shownFilters({ filters, areFiltersGiven, query }: Insight): unknown {
  if (areFiltersGiven || Object.keys(filters ?? {}).length > 0) return filters
  return query === null ? { insight: DEFAULT_INSIGHT } : (flatFormOf(query) ?? {})
}
