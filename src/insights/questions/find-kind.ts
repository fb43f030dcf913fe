import { z } from 'zod'
import { DEFAULT_INSIGHT, WRAPPERS } from '#contract/insight-kinds.ts'
import { quoted } from '#contract/nearest-name.ts'
import type { Explanations } from '#insights/kind/explanations.ts'
import { type InsightKind, isPeopled, type PeopledKind, type WireResult } from '#insights/kind/kind.ts'
import * as kinds from '#insights/kinds/kinds.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { invalid, notSupported } from '#shared/request-error.ts'
import { sourceIn } from './wrapped-node.ts'

export const KINDS: readonly InsightKind[] = Object.values(kinds)

/** The kinds with lists of the actors behind their numbers. */
export const PEOPLED_KINDS = KINDS.filter(isPeopled)

/** A kind that explains its numbers for single actors, and the path of its explanations. */
export interface ExplainedKind {
  readonly kind: PeopledKind
  readonly explanations: Explanations<unknown>
  /** `persons/<path>/` has the explanations. */
  readonly path: string
}

export const EXPLAINED_KINDS: readonly ExplainedKind[] = PEOPLED_KINDS.flatMap((kind) => {
  const { explanations, path } = kind.cells
  return explanations === undefined ? [] : [{ kind, explanations, path: `${path}/explain` }]
})

/** Returns the kind that explains the actors of a node; null if no kind does. */
export const explainedKindOf = (node: JsonObject): ExplainedKind | null =>
  EXPLAINED_KINDS.find(({ kind }) => kind.names.node === node.kind) ?? null

/**
 * Returns the kind of a parsed question.
 * @throws Error for a question that no kind has parsed.
 */
export function kindOf({ kind }: Pick<InsightQuery, 'kind'>): InsightKind {
  const found = KINDS.find(({ names }) => names.kind === kind)
  if (found === undefined) throw new Error(`There is no kind ${kind}`)
  return found
}

/**
 * Returns the kind of a question whose numbers have lists of actors.
 * @throws RequestError for a question that counts no actors.
 */
export function peopledKindOf({ kind }: Pick<InsightQuery, 'kind'>): PeopledKind {
  const found = PEOPLED_KINDS.find(({ names }) => names.kind === kind)
  if (found === undefined)
    throw notSupported('A list of people for a question whose results are rows', 'query')
  return found
}

/** Returns the kind of a node without wrappers. The fields of the node are not checked. */
export const kindOfNode = (node: unknown): InsightKind | undefined =>
  isJsonObject(node) ? KINDS.find(({ names }) => names.node === node.kind) : undefined

/** Returns `insight` of flat filters in upper case, or the default kind if they have none. */
export const insightNameOf = (filters: unknown): string =>
  isJsonObject(filters) && typeof filters.insight === 'string'
    ? filters.insight.toUpperCase()
    : DEFAULT_INSIGHT

/**
 * Returns the kind that computes flat filters. `shown_as` turns only filters of a trend into another kind.
 */
export function kindOfFilters(filters: unknown): InsightKind | undefined {
  const name = insightNameOf(filters)
  const shownAs = name === DEFAULT_INSIGHT && isJsonObject(filters) ? filters.shown_as : undefined
  const shown = KINDS.find(({ names }) => names.shownAs !== undefined && names.shownAs === shownAs)
  return shown ?? KINDS.find(({ names }) => names.filter === name)
}

/**
 * Returns the kind that computes flat parameters which were sent to the call of `kind`. In the call of a
 * trend, `insight` or `shown_as` can name another kind, as in saved parameters.
 * @throws RequestError if the parameters belong to a kind that this call does not compute.
 */
export function kindAskedOf(kind: InsightKind, flat: JsonObject): InsightKind {
  const { names } = kind
  const own = names.filter ?? names.askedAs
  const insight = isGiven(flat.insight) ? insightNameOf(flat) : own
  if (insight === own) return own === DEFAULT_INSIGHT ? (kindOfFilters({ ...flat, insight }) ?? kind) : kind
  const asked = kindOfFilters({ insight })
  if (own === DEFAULT_INSIGHT && asked !== undefined && asked.names.shownAs !== undefined) return asked
  throw invalid(
    'invalid_input',
    `The question is a ${quoted(String(flat.insight))}, and this call computes a ${names.node}. Send it to the call of its kind.`,
    'insight',
  )
}

/** Returns the kinds of the questions that the call of `kind` computes. */
export const kindsAnsweredBy = (kind: InsightKind): readonly InsightKind[] =>
  kind.names.filter === DEFAULT_INSIGHT
    ? [kind, ...KINDS.filter(({ names }) => names.shownAs !== undefined)]
    : [kind]

/**
 * Returns the `filters` of a saved query node; null if flat parameters have no form for it. The values of
 * fields are not checked.
 */
export function flatFormOf(query: unknown): JsonObject | null {
  const node = sourceIn(query, WRAPPERS)
  return isJsonObject(node) ? (kindOfNode(node)?.toFlat(node) ?? null) : null
}

/** Returns the flat parameters that ask for the next page of rows; null if there are no more rows. */
export const nextPageOf = ({
  query,
  answer,
}: {
  readonly query: InsightQuery
  readonly answer: unknown
}): Readonly<Record<string, string>> | null => kindOf(query).nextPage?.(query, answer) ?? null

// In the OpenAPI document the schema of a node has the name of the node.
for (const { names, wire } of KINDS) z.globalRegistry.add(wire.node, { id: names.node })

// A schema with an id can be made only once, so these schemas are made once for all calls of `anyResults`.
const RESULTS = KINDS.map(({ names, wire }) =>
  (wire.result ?? z.array(wire.item)).meta({ id: `${names.node}Results` }),
)

/** Returns the schema of the `results` of `query/` for a question of any kind. */
export const anyResults = (): z.ZodType => z.union(RESULTS)

/**
 * Returns the fields that the answers of `query/` can have next to their result: the fields of all kinds
 * together.
 */
export const anyBeside = (): z.ZodRawShape =>
  Object.assign({}, ...KINDS.map(({ wire }) => wire.beside)) as z.ZodRawShape

/** Returns a kind as it stands in a sentence: `a trend`. */
export const nounOf = ({ calls, names }: InsightKind): string => calls?.noun ?? `a ${names.kind}`

/**
 * Makes the value of `result` and `results` in the interface from the items of a question: a list of the
 * items, or the only item if clients know the result as an object.
 */
export function toResult(query: InsightQuery, items: readonly unknown[]): WireResult<unknown> {
  const isObject = kindOf(query).isObject?.(query) ?? false
  return isObject && items.length > 0 ? items[0] : items
}
