// The rule by which migration 0003 filled the columns that lists of insights are filtered by. Newer rows
// follow insights/questions/listed-as.ts.

const TABLE_NODES = ['DataTableNode', 'DataVisualizationNode']

/** Returns `SQL` for HogQL, alone or in a table, `JSON` for any other query node, null without a query. */
export function queryForm(query: unknown): 'SQL' | 'JSON' | null {
  if (query === null) return null
  const isTable = TABLE_NODES.includes(textAt(query, 'kind') ?? '')
  const isSql =
    kindOf(query) === 'HogQLQuery' || (isTable && textAt(at(query, 'source'), 'kind') === 'HogQLQuery')
  return isSql ? 'SQL' : 'JSON'
}

const KINDS: Readonly<Record<string, string>> = {
  TrendsQuery: 'TRENDS',
  FunnelsQuery: 'FUNNELS',
  RetentionQuery: 'RETENTION',
  PathsQuery: 'PATHS',
  StickinessQuery: 'STICKINESS',
  LifecycleQuery: 'LIFECYCLE',
}

/**
 * Returns the kind of a saved insight as the list's filter `insight` names it: the kind of its query, or
 * else of its filters.
 */
export function listedKind(query: unknown, filters: unknown): string | null {
  if (query === null) return (textAt(filters, 'insight') ?? 'TRENDS').toUpperCase()
  const kind = kindOf(query) ?? ''
  return Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? null) : null
}

const kindOf = (query: unknown) =>
  textAt(query, 'kind') === 'InsightVizNode' ? textAt(at(query, 'source'), 'kind') : textAt(query, 'kind')

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

function textAt(value: unknown, key: string): string | null {
  const text = at(value, key)
  return typeof text === 'string' ? text : null
}
