import { INSIGHT_NAMES, INSIGHT_NODES, INSIGHT_WRAPPER, SQL_NODE, WRAPPERS } from '#contract/insight-kinds.ts'
import { isJsonObject } from '#shared/json-value.ts'
import { insightNameOf } from './find-kind.ts'
import type { SavedQuestion } from './saved-question.ts'
import { sourceIn } from './wrapped-node.ts'

/** The columns by which lists of insights are filtered. */
export interface ListedAs {
  /**
   * The kind of the query. Without a query it is `insight` of the filters in upper case, even if no version
   * has a kind of that name. Null for a query that is no insight. `shown_as` is ignored, although trend
   * filters that are shown as a stickiness are computed as a stickiness: clients expect that the filter
   * `insight` of a list compares the field `insight`.
   */
  readonly kind: string | null
  /** `SQL` for HogQL, alone or in a table, `JSON` for any other query node; null without a query. */
  readonly form: 'SQL' | 'JSON' | null
}

export function listedAs({ query, filters }: SavedQuestion): ListedAs {
  if (query === null) return { kind: insightNameOf(filters), form: null }
  const node = sourceIn(query, [INSIGHT_WRAPPER])
  return {
    kind: INSIGHT_NAMES.find((name) => INSIGHT_NODES[name] === kindIn(node)) ?? null,
    form: kindIn(sourceIn(query, WRAPPERS)) === SQL_NODE ? 'SQL' : 'JSON',
  }
}

const kindIn = (node: unknown): unknown => (isJsonObject(node) ? node.kind : undefined)
