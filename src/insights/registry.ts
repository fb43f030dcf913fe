import { z } from 'zod'
import type { InsightQuery } from '#query/insight-query.ts'
import { attrOf, type Path, type Places, placesIn } from '#query/places.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { notSupported } from '#shared/request-error.ts'
import type { InsightKind } from './kind.ts'
import * as kinds from './kinds.ts'

export const KINDS: readonly InsightKind[] = Object.values(kinds)

/** The kind of a parsed question. @throws Error for a question that no kind has parsed. */
export function kindOf({ kind }: Pick<InsightQuery, 'kind'>): InsightKind {
  const found = KINDS.find(({ names }) => names.kind === kind)
  if (found === undefined) throw new Error(`There is no kind ${kind}`)
  return found
}

/** An item of any kind. Strict, so that an item is never taken for one of a kind with fewer fields. */
export const anyItem = (): z.ZodType => z.union(KINDS.map(({ wire }) => wire.item.strict()))

/** A parsed question, and where its sender wrote each field. */
export interface ParsedQuestion {
  readonly query: InsightQuery
  readonly at: Places
}

/** Parameters that the kind's own schema has checked. @throws RequestError that names the parameter. */
export function parseFlat(kind: InsightKind, flat: JsonObject): ParsedQuestion {
  const { node, at } = kind.fromFlat(flat)
  return { query: kind.parse(node, at), at }
}

const Kind = z.looseObject({ kind: z.string() })

/**
 * A query node, bare or inside an `InsightVizNode`.
 * @throws RequestError whose attr begins with `query` and goes on with the sender's fields.
 */
export function parseNode(value: unknown): ParsedQuestion {
  const { node, path } = unwrap(value)
  const kind = kindOfNode(node)
  if (kind === undefined) throw notSupported(`A query of kind '${node.kind}'`, attrOf([...path, 'kind']))
  const at = placesIn(path)
  return { query: kind.parse(parseValue(kind.wire.node, node, path), at), at }
}

function unwrap(value: unknown): { node: z.output<typeof Kind>; path: Path } {
  const node = parseValue(Kind, value, ['query'])
  if (node.kind !== 'InsightVizNode') return { node, path: ['query'] }
  return { node: parseValue(Kind, node.source, ['query', 'source']), path: ['query', 'source'] }
}

const Filters = z.looseObject({ insight: z.string().nullish(), shown_as: z.unknown().optional() })

/** The kind of a saved question, checked no further; null where this version has none of that name. */
export function savedKind({ query, filters }: { readonly query: unknown; readonly filters: unknown }) {
  if (query === null) return kindOfFilters(isJsonObject(filters) ? filters : {}) ?? null
  return kindOfNode(unwrapped(query)) ?? null
}

/** Saved `filters`; without a kind they are those of a trend. @throws RequestError */
export function parseFilters(value: unknown): ParsedQuestion {
  const filters = parseValue(Filters, value, ['filters'])
  const kind = kindOfFilters(filters)
  if (kind === undefined) throw notSupported(`An insight of kind '${filters.insight}'`, 'filters__insight')
  return parseFlat(kind, parseValue(kind.wire.flat, filters))
}

/** The kind of `filters` without `insight`, and the only one that `shown_as` turns into others. */
const DEFAULT_FILTER = 'TRENDS'

function kindOfFilters({ insight, shown_as: shownAs }: JsonObject): InsightKind | undefined {
  const name = String(insight ?? DEFAULT_FILTER).toUpperCase()
  const shown = KINDS.find(({ names }) => names.shownAs !== undefined && names.shownAs === shownAs)
  return (name === DEFAULT_FILTER ? shown : undefined) ?? KINDS.find(({ names }) => names.filter === name)
}

/** The kind of a node without wrappers, checked no further. */
export const kindOfNode = (node: unknown): InsightKind | undefined =>
  isJsonObject(node) ? KINDS.find(({ names }) => names.node === node.kind) : undefined

const unwrapped = (node: unknown): unknown =>
  isJsonObject(node) && node.kind === 'InsightVizNode' ? node.source : node

/** The question of a saved insight: its `query` where it has one, else its `filters`. @throws RequestError */
export const parseSaved = (saved: { readonly query: unknown; readonly filters: unknown }): ParsedQuestion =>
  saved.query === null ? parseFilters(saved.filters) : parseNode(saved.query)

/** The `filters` that say what a saved query node says; null where no kind can. Fields are not checked. */
export function flatFormOf(query: unknown): JsonObject | null {
  const node = unwrapped(query)
  return isJsonObject(node) ? (kindOfNode(node)?.toFlat(node) ?? null) : null
}
