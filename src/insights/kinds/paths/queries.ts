import { z } from 'zod'
import { and, bound, type Fragment, numeral, sql, text } from '#fragments/fragment.ts'
import { type EngineQuery, knownStatement, rowsAfter, rowsOf } from '#insights/kind/engine-query.ts'
import { Integer } from '#insights/kind/row-values.ts'
import { actorPaths, itemIdOf, LEFT_OUT, msOf } from './actor-paths.ts'
import { eventItems, idOf } from './event-items.ts'
import { NO_SPANS, spansQuery } from './funnel-spans.ts'
import { bareItem, canBeOtherItem } from './item-rules.ts'
import type { PathsPlan } from './plan.ts'
import type { FunnelSpans } from './spans-walk.ts'

/** The decimal digits of an id. It is a UInt64, which a double does not hold exactly. */
const Id = z.string()

/** An edge from the item at a step, counted from 1, to the item after it. */
const EdgesRow = z.object({
  step: Integer,
  source: Id,
  target: Id,
  value: Integer,
  average_ms: z.number(),
})
export type EdgesRow = z.output<typeof EdgesRow>

const NamesRow = z.object({ id: Id, item: z.string() })
export type NamesRow = z.output<typeof NamesRow>

export interface PathsResults {
  /** Absent without a funnel. */
  readonly spans?: FunnelSpans
  readonly edges: EdgesRow[]
  readonly names: NamesRow[]
  /** Absent if every excluded item is the name of an event. */
  readonly excluded?: z.output<typeof ExcludedRow>[]
}

const ExcludedRow = z.object({ bare: z.string() })

/**
 * Returns the queries, which run in this order: the spans of the actors of a funnel's step, if there is a
 * funnel; the edges of the highest value; the texts of the items of these edges; and the excluded items
 * that exist.
 */
export const pathsQueries = (plan: PathsPlan) => ({
  ...spansOf(plan),
  edges: rowsAfter<typeof EdgesRow, Pick<PathsResults, 'spans'>>(EdgesRow, ({ spans }) =>
    edges(plan, spans ?? noSpans(plan)),
  ),
  names: rowsAfter<typeof NamesRow, Pick<PathsResults, 'edges'>>(NamesRow, ({ edges = [] }) =>
    names(
      plan,
      edges.flatMap(({ source, target }) => [source, target]),
    ),
  ),
  ...excludedOf(plan),
})

function excludedOf(plan: PathsPlan): { excluded?: EngineQuery<z.output<typeof ExcludedRow>[]> } {
  const asked = plan.query.rules.excluded.filter((item) => canBeOtherItem(item, plan.query))
  return asked.length === 0 ? {} : { excluded: rowsOf(ExcludedRow, excludedItems(plan, asked)) }
}

/**
 * Selects the excluded items that some event has, each written without a slash at its end. The engine stops
 * reading when it has found each of them, with or without the slash.
 */
export function excludedItems(plan: PathsPlan, asked: readonly string[]): Fragment {
  const all = { ...plan, rules: { ...plan.rules, excluded: [] } }
  return sql`-- the excluded items that some event is
SELECT DISTINCT if(length(item) > 1 AND endsWith(item, '/'), left(item, -1), item) AS bare
FROM (
  ${eventItems(all, null)}
)
WHERE item IN ${bound('Array(String)', asked)}
LIMIT ${numeral(new Set(asked.map(bareItem)).size)}`
}

function spansOf(plan: PathsPlan): { spans?: EngineQuery<FunnelSpans> } {
  const { funnel } = plan.query
  return plan.funnel === null || funnel === null ? {} : { spans: spansQuery(plan.funnel, funnel) }
}

const noSpans = (plan: PathsPlan): FunnelSpans | null => (plan.funnel === null ? null : NO_SPANS)

/**
 * The number of bits that an item has in an edge. Above these bits are the six bits of the step, which are
 * enough: a path has at most 51 steps.
 */
const ITEM_BITS = 58
const ITEM_MASK = sql`${numeral(2 ** 29)} * ${numeral(2 ** 29)} - 1`

const SOURCE = sql`source`
const TARGET = sql`target`

/**
 * An edge as one number. The engine groups by one number in half the time that it needs to group by three.
 * The number has the step, the id of the source and, in the lower 64 bits, the id of the target.
 */
const EDGE = sql`bitOr(bitShiftLeft(toUInt128(bitOr(bitShiftLeft(toUInt64(step), ${numeral(ITEM_BITS)}), ${itemIdOf(SOURCE)})), 64), ${itemIdOf(TARGET)})`

export const edges = (plan: PathsPlan, spans: FunnelSpans | null): Fragment =>
  sql`-- edges by the number of paths that have them
SELECT
  toUInt8(bitShiftRight(edge, ${numeral(64 + ITEM_BITS)})) AS step,
  bitAnd(toUInt64(bitShiftRight(edge, 64)), ${ITEM_MASK}) AS source,
  toUInt64(edge) AS target,
  value,
  total_ms / value AS average_ms
FROM (
  SELECT
    edge,
    count() AS value,
    sum(took) AS total_ms
  FROM (
    ${actorPaths(plan, spans, 2)}
  )
  ARRAY JOIN
    arrayMap(
      (step, source, target) -> ${EDGE},
      arrayReverse(arrayPopBack(arrayEnumerate(path))),
      arrayPopFront(path),
      arrayPopBack(path)
    ) AS edge,
    arrayMap((source, target) -> ${msOf(TARGET)} - ${msOf(SOURCE)}, arrayPopFront(path), arrayPopBack(path)) AS took
  GROUP BY edge
  HAVING ${and(withinWeights(plan))}
  ORDER BY value DESC, edge
  LIMIT ${numeral(plan.query.edgeLimit)}
)`

const withinWeights = ({ query: { minEdgeWeight: min, maxEdgeWeight: max } }: PathsPlan): Fragment[] => [
  ...(min === null ? [] : [sql`value >= ${bound('Int64', min)}`]),
  ...(max === null ? [] : [sql`value <= ${bound('Int64', max)}`]),
]

/**
 * Selects the texts of the items. The engine stops reading when it has found a text for each id, and
 * frequent items are found early.
 */
function names(plan: PathsPlan, edgeIds: readonly string[]): Fragment {
  const ids = [...new Set(edgeIds)]
  return sql`-- the texts of these items
SELECT
  id,
  item
FROM (
  SELECT
    ${idOf(sql`item`)} AS id,
    item
  FROM (
    ${eventItems(plan, null)}
  )
  UNION ALL
  SELECT
    ${idOf(sql`item`)} AS id,
    ${text(LEFT_OUT)} AS item
)
WHERE id IN ${bound('Array(UInt64)', ids)}
LIMIT 1 BY id
LIMIT ${numeral(ids.length)}`
}

/** An item at a step, counted from 1. */
export interface PathKey {
  readonly step: number
  readonly item: string
}

/** Conditions on the paths of the actors. A path must meet the conditions of all fields that are not null. */
export interface PathsCell {
  /** An item on the path that is followed by another item. */
  readonly start: PathKey | null
  readonly end: PathKey | null
  /** The last item of a session. */
  readonly dropoff: PathKey | null
}

/** Finds the actors behind a number. With a funnel, a walk first finds the actors of the funnel's step. */
export function pathsPeople(plan: PathsPlan, cell: PathsCell): EngineQuery<Fragment> {
  const { spans } = spansOf(plan)
  if (spans === undefined) return knownStatement(actorsOn(plan, cell, null))
  return {
    sql: actorsOn(plan, cell, NO_SPANS),
    run: async (executors, options) => actorsOn(plan, cell, await spans.run(executors, options)),
  }
}

/** Selects, as `actor`, the actors with a path that meets the conditions, each actor once. */
export const actorsOn = (
  plan: PathsPlan,
  { start, end, dropoff }: PathsCell,
  spans: FunnelSpans | null,
): Fragment =>
  sql`-- the actors with such a path
SELECT DISTINCT actor
FROM (
  ${actorPaths(plan, spans, Math.max((start?.step ?? 0) + 1, end?.step ?? 1, dropoff?.step ?? 1))}
)
WHERE ${and([
    ...(start === null ? [] : [isAt(start), sql`length(path) > ${numeral(start.step)}`]),
    ...(end === null ? [] : [isAt(end)]),
    ...(dropoff === null ? [] : [isAt(dropoff), sql`length(path) = ${numeral(dropoff.step)} AND is_over`]),
  ])}`

const isAt = ({ step, item }: PathKey): Fragment =>
  sql`length(path) >= ${numeral(step)} AND ${itemIdOf(sql`path[-${numeral(step)}]`)} = ${idOf(sql`${text(item)}`)}`
