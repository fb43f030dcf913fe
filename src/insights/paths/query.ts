import { quoted } from '#contract/nearest-name.ts'
import type { Warning } from '#contract/warning.ts'
import type { Choices } from '#insights/kind.ts'
import { parseCommon, refuseBreakdown } from '#query/common-question.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { LIMITS } from '#query/limits.ts'
import { attrOf, type Path, type Places } from '#query/places.ts'
import { isReadableRegex } from '#query/readable-regex.ts'
import { refuse } from '#query/refuse.ts'
import { requireGroupTypeIndex } from '#query/required.ts'
import { isGiven, isJsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import { type IncludedEvents, namedSeries, parseIncludedEvents } from './included-events.ts'
import { type ItemRules, parseItemRules } from './item-rules.ts'
import type { PathsFilter, PathsNode } from './node.ts'

/** How often one item of a path followed another. */
export interface PathsQuery extends InsightQuery {
  readonly kind: 'paths'
  readonly included: IncludedEvents
  readonly rules: ItemRules
  /** The items at which paths begin and end; null for any. */
  readonly startPoint: string | null
  readonly endPoint: string | null
  /** The most items of a path. */
  readonly stepLimit: number
  readonly edgeLimit: number
  /** The bounds of the value of an edge, both included; null without one. */
  readonly minEdgeWeight: number | null
  readonly maxEdgeWeight: number | null
  /** The index of the type of groups whose paths they are; null for persons. */
  readonly groupTypeIndex: number | null
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

/** @throws RequestError for fields that this version does not compute. */
export function parsePaths(node: PathsNode, at: Places): PathsQuery {
  const filter = node.pathsFilter
  refuseFunnelPaths(node, at)
  if ((node.series ?? []).length > 0)
    throw invalid(
      'not_supported',
      'A path has no series: choose its events by their types, and by filters of the question.',
      attrOf(at('series')),
    )
  const breakdown = refuseBreakdown(node, at)
  const included = parseIncludedEvents(filter, at)
  const groupTypeIndex = node.aggregation_group_type_index ?? null
  return {
    kind: 'paths',
    series: namedSeries(included),
    values:
      typeof included.others === 'object' && included.others !== null
        ? [{ on: 'hogql', expression: included.others }]
        : [],
    ...parseCommon(node, at),
    breakdown,
    included,
    rules: parseItemRules(filter, at),
    ...parseCut(filter, at),
    groupTypeIndex:
      groupTypeIndex === null
        ? null
        : requireGroupTypeIndex(groupTypeIndex, at('aggregation_group_type_index')),
  }
}

const FUNNEL_FIELDS = ['funnelPathType', 'funnelSource', 'funnelStep']
const isEmptyObject = (value: unknown) => isJsonObject(value) && Object.keys(value).length === 0

/** @throws RequestError */
function refuseFunnelPaths({ funnelPathsFilter: funnel }: PathsNode, at: Places): void {
  for (const field of FUNNEL_FIELDS)
    refuse(
      isGiven(funnel?.[field]) && !isEmptyObject(funnel?.[field]),
      'A path before, behind or between the steps of a funnel',
      at('funnelPathsFilter', field),
    )
}

function parseCut(filter: PathsFilter, at: Places) {
  const whole = (field: WholeField, least: number, most: number): number | null =>
    requireWhole(filter?.[field] ?? null, at('pathsFilter', field), least, most)
  const startPoint = filter?.startPoint || null
  const endPoint = filter?.endPoint || null
  const hasBoth = startPoint !== null && endPoint !== null
  const [min, max] = [whole('minEdgeWeight', 0, MOST_PATHS), whole('maxEdgeWeight', 0, MOST_PATHS)]
  if (min !== null && max !== null && min > max)
    throw invalid(
      'invalid_input',
      `No edge has at least ${min} and at most ${max} paths.`,
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

/** A warning for each cleaning rule that cannot be read, and that therefore changes nothing. */
export const warningsOfRules = ({ rules }: PathsQuery, _node: unknown, at: Places): Warning[] =>
  rules.cleaning.flatMap(({ regex }) =>
    isReadableRegex(regex) ? [] : [unreadableRule(regex, at('pathsFilter', 'localPathCleaningFilters'))],
  )

const unreadableRule = (regex: string, path: Path): Warning => ({
  code: 'unreadable_regex',
  detail: `The regular expression ${quoted(regex)} cannot be read: the syntax is that of RE2. The rule changes nothing.`,
  attr: attrOf(path),
})
