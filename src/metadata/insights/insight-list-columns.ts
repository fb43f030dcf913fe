// What lists are searched and filtered by, worked out when an insight is written: a search over 10,000 insights then reads
// one column, and means the same in every database.

const SEPARATOR = '\u001f'

/** All texts of an insight in lower case, by the rules of JavaScript. A search does not reach across two of them. */
export const searchText = (texts: readonly (string | null)[]): string =>
  texts
    .map((text) => text ?? '')
    .join(SEPARATOR)
    .toLowerCase()

const TABLE_NODES = ['DataTableNode', 'DataVisualizationNode']

/** Whether a query is a table of SQL or any other node; null where there is none. */
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

/** The kind of a saved question in the words of the list's filter `insight`: its query's, else its filters'. */
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
