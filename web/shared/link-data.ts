import { SHARED_RANGES, type SharedRange, sharedSearch } from '#contract/shared-range.ts'
import { api, bodyOf } from '#web/api/client.ts'
import type { Interval, QueryNode } from '#web/api/query-node.ts'
import type { paths } from '#web/api/schema.d.ts'
import { bareNode } from '#web/question/bare-node.ts'

export type SharedBody =
  paths['/shared/{token}.json']['get']['responses']['200']['content']['application/json']
export type SharedDashboard = Extract<SharedBody, { readonly tiles: unknown }>
export type SharedInsight = Exclude<SharedBody, SharedDashboard>

/** What the page needs to know about the link. The server writes it into the page. */
export interface Link {
  readonly token: string
  readonly isEmbedded: boolean
  readonly mayChangeDates: boolean
  /** The start of the range in the address; null if the page shows the owner's dates. */
  readonly dateFrom: string | null
  /**
   * The questions of insights that were saved as filters, converted to nodes. The keys are the ids of the
   * insights.
   */
  readonly nodes: Readonly<Record<string, QueryNode>>
}

/**
 * Reads the data that the server has written into the page.
 * @throws Error if the page has no such data.
 */
export function readPage(): { readonly link: Link; readonly body: SharedBody } {
  const textOf = (id: string) => document.getElementById(id)?.textContent ?? null
  const [link, body] = [textOf('link'), textOf('insight') ?? textOf('dashboard')]
  if (link === null || body === null) throw new Error('The page has no data of a link')
  return { link: JSON.parse(link), body: JSON.parse(body) }
}

export const rangeNamed = (dateFrom: string | null): SharedRange | null =>
  SHARED_RANGES.find(({ date_from }) => date_from === dateFrom) ?? null

/**
 * Returns the address of a table as CSV: that of an insight, or of one tile of a dashboard. Spreadsheets
 * load it without a session.
 */
export const csvAddress = (token: string, range: SharedRange | null, tile?: number): string => {
  const search = sharedSearch(range)
  const ofTile = tile === undefined ? '' : `${search === '' ? '?' : '&'}tile=${tile}`
  return `/shared/${encodeURIComponent(token)}.csv${search}${ofTile}`
}

/**
 * Fetches the data of the link for another range. The request sends no session, because a link shows the
 * same to everybody.
 */
export const askShared = (token: string, range: SharedRange | null, signal: AbortSignal) =>
  bodyOf(
    api.GET('/shared/{token}.json', {
      params: {
        path: { token },
        query: {
          ...(range !== null && { date_from: range.date_from }),
          ...(range?.date_to && { date_to: range.date_to }),
        },
      },
      credentials: 'omit',
      signal,
    }),
  )

/**
 * Returns the question of an insight. If the insight was saved as filters, its converted question gets the
 * dates that the visitor asks for.
 */
export function nodeOf(insight: SharedInsight, { nodes }: Link, range: SharedRange | null): QueryNode | null {
  const node = bareNode(insight.query)
  const saved = nodes[String(insight.id)]
  if (node !== null || saved === undefined) return node
  if (range === null) return saved
  const { interval } = (insight.filters ?? {}) as { readonly interval?: Interval }
  const { date_from, date_to } = range
  return { ...saved, ...(interval && { interval }), dateRange: { date_from, date_to } }
}

/**
 * Returns the names of the columns of an answer with rows; null for any other answer. A setting of the
 * server decides whether it writes them as a list or as JSON text.
 */
export function columnsOf({ columns }: SharedInsight): readonly string[] | null {
  const names: unknown = typeof columns === 'string' ? JSON.parse(columns) : columns
  return Array.isArray(names) ? names.map(String) : null
}
