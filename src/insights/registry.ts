import { z } from 'zod'
import { DEFAULT_INSIGHT, INSIGHT_WRAPPER } from '#contract/insight-kinds.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { attrOf, type Places, placesIn } from '#query/places.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { notSupported } from '#shared/request-error.ts'
import type { InsightKind } from './kind.ts'
import * as kinds from './kinds.ts'
import type { SavedQuestion } from './saved-question.ts'
import { isWrapper, sourceIn } from './wrapped-node.ts'

export const KINDS: readonly InsightKind[] = Object.values(kinds)

/** The kind of a parsed question. @throws Error for a question that no kind has parsed. */
export function kindOf({ kind }: Pick<InsightQuery, 'kind'>): InsightKind {
  const found = KINDS.find(({ names }) => names.kind === kind)
  if (found === undefined) throw new Error(`There is no kind ${kind}`)
  return found
}

/** An item of any kind. Strict, so that an item is never taken for one of a kind with fewer fields. */
export const anyItem = (): z.ZodType => z.union(KINDS.map(({ wire }) => wire.item.strict()))

/** A parsed question, and the places of its fields in the request. */
export interface ParsedQuestion {
  readonly query: InsightQuery
  readonly at: Places
}

/** Parses parameters that the kind's own schema has checked. @throws RequestError that names the parameter. */
export function parseFlat(kind: InsightKind, flat: JsonObject): ParsedQuestion {
  const { node, at } = kind.fromFlat(flat)
  return { query: kind.parse(node, at), at }
}

const Node = z.looseObject({ kind: z.string() })

/**
 * A query node, bare or inside an `InsightVizNode`.
 * @throws RequestError whose attr begins with `query` and goes on with the sender's fields.
 */
export function parseNode(value: unknown): ParsedQuestion {
  const path = isWrapper(value, [INSIGHT_WRAPPER]) ? ['query', 'source'] : ['query']
  const node = parseValue(Node, sourceIn(value, [INSIGHT_WRAPPER]), path)
  const kind = kindOfNode(node)
  if (kind === undefined) throw notSupported(`A query of kind '${node.kind}'`, attrOf([...path, 'kind']))
  const at = placesIn(path)
  return { query: kind.parse(parseValue(kind.wire.node, node, path), at), at }
}

/** The kind of a saved question whose fields are not checked; null where this version has no kind of that name. */
export function savedKind({ query, filters }: SavedQuestion): InsightKind | null {
  const kind = query === null ? kindOfFilters(filters) : kindOfNode(sourceIn(query, [INSIGHT_WRAPPER]))
  return kind ?? null
}

const Filters = z.looseObject({ insight: z.string().nullish() })

/** Saved `filters`. @throws RequestError */
function parseSavedFilters(value: unknown): ParsedQuestion {
  const filters = parseValue(Filters, value, ['filters'])
  const kind = kindOfFilters(filters)
  if (kind === undefined) throw notSupported(`An insight of kind '${filters.insight}'`, 'filters__insight')
  return parseFlat(kind, parseValue(kind.wire.flat, filters))
}

/** The `insight` of flat filters in upper case. */
export const insightNameOf = (filters: unknown): string =>
  isJsonObject(filters) && typeof filters.insight === 'string'
    ? filters.insight.toUpperCase()
    : DEFAULT_INSIGHT

/** The kind that computes flat filters. Only those of a trend are turned into another kind by `shown_as`. */
export function kindOfFilters(filters: unknown): InsightKind | undefined {
  const name = insightNameOf(filters)
  const shownAs = name === DEFAULT_INSIGHT && isJsonObject(filters) ? filters.shown_as : undefined
  const shown = KINDS.find(({ names }) => names.shownAs !== undefined && names.shownAs === shownAs)
  return shown ?? KINDS.find(({ names }) => names.filter === name)
}

/** The kind of a node without wrappers whose fields are not checked. */
export const kindOfNode = (node: unknown): InsightKind | undefined =>
  isJsonObject(node) ? KINDS.find(({ names }) => names.node === node.kind) : undefined

/** The question of a saved insight: its `query` where it has one, else its `filters`. @throws RequestError */
export const parseSaved = ({ query, filters }: SavedQuestion): ParsedQuestion =>
  query === null ? parseSavedFilters(filters) : parseNode(query)

/** The `filters` of a saved query node; null where flat parameters have no form for it. The values of fields are not checked. */
export function flatFormOf(query: unknown): JsonObject | null {
  const node = sourceIn(query, [INSIGHT_WRAPPER])
  return isJsonObject(node) ? (kindOfNode(node)?.toFlat(node) ?? null) : null
}
