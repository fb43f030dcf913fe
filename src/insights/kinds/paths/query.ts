import type { Choices } from '#insights/kind/kind.ts'
import { parseCommon, refuseBreakdown } from '#query/common-question.ts'
import { allHold } from '#query/filter.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { LIMITS } from '#query/limits.ts'
import { requireGroupTypeIndex } from '#query/required.ts'
import { attrOf, type FieldPaths, type Path } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'

import { invalid } from '#shared/request-error.ts'
import { type IncludedEvents, namedSeries, parseIncludedEvents } from './included-events.ts'
import { type ItemRules, parseItemRules } from './item-rules.ts'
import { funnelSourceOf, type PathsFilter, type PathsNode } from './node.ts'
import { type FunnelPaths, parseFunnelPaths } from './parse-funnel.ts'

/** A question about how often one item of a path followed another. */
export interface PathsQuery extends InsightQuery {
  readonly kind: 'paths'
  readonly included: IncludedEvents
  readonly rules: ItemRules
  /** The items at which paths begin and end; null if any item may be there. */
  readonly startPoint: string | null
  readonly endPoint: string | null
  /** The highest number of items of a path. */
  readonly stepLimit: number
  readonly edgeLimit: number
  /** The least and the greatest value of an edge, both included; null without such a bound. */
  readonly minEdgeWeight: number | null
  readonly maxEdgeWeight: number | null
  /** The index of the group type whose paths are asked for; null for persons. */
  readonly groupTypeIndex: number | null
  /** The funnel whose actors' paths are asked for; null for the paths of all actors. */
  readonly funnel: FunnelPaths | null
}

export const CHOICES: Choices = {
  maths: [],
  displays: [],
  intervals: [],
  breakdownTypes: [],
  leastSeries: 0,
  mostSeries: 0,
}

const STEPS = 5
const EDGES = 50

/**
 * Parses the node of paths.
 * @throws RequestError for fields that this version does not compute.
 */
export function parsePaths(node: PathsNode, at: FieldPaths): PathsQuery {
  const filter = node.pathsFilter
  const funnel = parseFunnelPaths(node, at)
  if ((node.series ?? []).length > 0)
    throw invalid(
      'not_supported',
      'A path has no series: choose its events with include_event_types, and with filters of the question.',
      attrOf(at('series')),
    )
  const breakdown = refuseBreakdown(node, at)
  const included = parseIncludedEvents(filter, at)
  const common = parseCommon({ ...node, dateRange: datesOf(node) }, at)
  return {
    kind: 'paths',
    series: namedSeries(included),
    values:
      typeof included.others === 'object' && included.others !== null
        ? [{ on: 'hogql', expression: included.others }]
        : [],
    ...common,
    filterTestAccounts: common.filterTestAccounts || funnel?.query.filterTestAccounts === true,
    ...(funnel !== null && { exclusions: decidingEventsOf(funnel) }),
    funnel,
    breakdown,
    included,
    rules: parseItemRules(filter, at),
    cleansPaths: filter?.pathReplacements === true,
    ...parseCut(filter, at),
    groupTypeIndex: parseGroups(node, funnel, at),
  }
}

/**
 * Returns the dates of a question. A question about a funnel has a single range: its own or, if it has
 * none, the range of the funnel.
 */
function datesOf(node: PathsNode): PathsNode['dateRange'] {
  const { date_from, date_to, explicitDate } = node.dateRange ?? {}
  const hasDates = isGiven(date_from) || isGiven(date_to)
  return hasDates ? node.dateRange : { explicitDate, ...funnelSourceOf(node)?.dateRange }
}

/** Returns the series and the exclusions of a funnel, each with the filters of the whole funnel. */
const decidingEventsOf = ({ query: { series, exclusions, properties } }: FunnelPaths) =>
  [...series, ...exclusions.map((exclusion) => exclusion.series)].map((events) => ({
    series: { ...events, properties: allHold(events.properties, properties) },
  }))

/**
 * Returns the group type whose paths are asked for. If there is a funnel, these are the paths of the actors
 * that the funnel counts.
 * @throws RequestError for groups that the funnel does not count.
 */
function parseGroups(node: PathsNode, funnel: FunnelPaths | null, at: FieldPaths): number | null {
  const path = at('aggregation_group_type_index')
  const asked = node.aggregation_group_type_index ?? null
  const own = asked === null ? null : requireGroupTypeIndex(asked, path)
  if (funnel === null) return own
  const { aggregation } = funnel.query
  const ofFunnel = aggregation.of === 'group' ? aggregation.groupTypeIndex : null
  if (own !== null && own !== ofFunnel)
    throw invalid(
      'invalid_input',
      'The paths and their funnel must follow the same actors: give both the same aggregation_group_type_index.',
      attrOf(path),
    )
  return ofFunnel
}

function parseCut(filter: PathsFilter, at: FieldPaths) {
  const whole = (field: WholeField, least: number, most: number): number | null =>
    requireWhole(filter?.[field] ?? null, at('pathsFilter', field), least, most)
  const startPoint = filter?.startPoint || null
  const endPoint = filter?.endPoint || null
  const hasBoth = startPoint !== null && endPoint !== null
  const [min, max] = [whole('minEdgeWeight', 0, MOST_PATHS), whole('maxEdgeWeight', 0, MOST_PATHS)]
  if (min !== null && max !== null && min > max)
    throw invalid(
      'invalid_input',
      `The least number of paths (${min}) is greater than the greatest (${max}), so no edge is left.`,
      attrOf(at('pathsFilter', 'maxEdgeWeight')),
    )
  return {
    startPoint,
    endPoint,
    stepLimit: whole('stepLimit', 2, LIMITS.pathSteps) ?? STEPS,
    edgeLimit: whole('edgeLimit', 1, LIMITS.pathEdges) ?? (hasBoth ? LIMITS.pathEdges : EDGES),
    minEdgeWeight: min,
    maxEdgeWeight: max,
  }
}

type WholeField = 'stepLimit' | 'edgeLimit' | 'minEdgeWeight' | 'maxEdgeWeight'
const MOST_PATHS = 1_000_000_000_000

function requireWhole(value: number | null, path: Path, least: number, most: number): number | null {
  if (value === null || (value >= least && value <= most)) return value
  throw invalid('invalid_input', `Expected a whole number from ${least} to ${most}.`, attrOf(path))
}
