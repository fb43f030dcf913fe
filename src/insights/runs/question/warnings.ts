import type { Warning } from '#contract/warning.ts'
import { parseCompare } from '#query/common-question.ts'
import { compareLeftOut } from '#query/compare-left-out.ts'
import { notUsed } from '#query/not-used.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import type { FunnelsFilter, FunnelsNode } from './node.ts'
import type { FunnelsQuery } from './query.ts'

type Field = keyof FunnelsFilter & string
type Visualisation = FunnelsQuery['visualisation']['kind']

/** The fields that only some visualisations read, each with these visualisations. */
const READERS: readonly (readonly [Field, readonly Visualisation[]])[] = [
  ['funnelFromStep', ['trends', 'time_to_convert']],
  ['funnelToStep', ['trends', 'time_to_convert']],
  ['binCount', ['time_to_convert']],
]

/** Returns the warnings of fields that have no effect together with the other fields of the funnel. */
export const funnelWarnings = (query: FunnelsQuery, node: FunnelsNode, at: FieldPaths): Warning[] => [
  ...numbersLeftOut(query, node, at),
  ...compareLeftOut({ compare: query.compare ?? null, dateRange: query.dateRange }, node, at),
]

function numbersLeftOut(
  { visualisation, breakdown, attribution }: FunnelsQuery,
  node: FunnelsNode,
  at: FieldPaths,
): Warning[] {
  const { kind } = visualisation
  const ofNumbers = READERS.flatMap(([field, readers]): Warning[] =>
    readers.includes(kind)
      ? []
      : leftOut(
          node,
          field,
          at,
          `a funnel with the visualisation ${kind} does not use it. Choose ${readers.join(' or ')}`,
        ),
  )
  if (breakdown?.kind !== 'properties')
    return [
      ...ofNumbers,
      ...attributionLeftOut(node, at, 'this question attributes no value. Add a breakdown by properties'),
    ]
  const isOfStep = attribution.kind === 'step'
  const why = 'the attribution is not to a step. Choose the type "step"'
  return [...ofNumbers, ...(isOfStep ? [] : leftOut(node, 'breakdownAttributionValue', at, why))]
}

/**
 * Returns the warnings for a funnel inside another question. That question uses only the actors of the
 * funnel, so fields that choose other numbers of the funnel have no effect. `owner` names that question in
 * words.
 */
export function funnelNumbersLeftOut(node: FunnelsNode, at: FieldPaths, owner: string): Warning[] {
  const why = `${owner} uses only the actors of the funnel`
  const { breakdown, breakdowns } = node.breakdownFilter ?? {}
  const field = isGiven(breakdowns) ? 'breakdowns' : 'breakdown'
  return [
    ...(isGiven(breakdown) || isGiven(breakdowns)
      ? [notUsed(at('breakdownFilter', field), `${why}. Leave it out.`)]
      : []),
    ...(parseCompare(node.compareFilter) === null
      ? []
      : [notUsed(at('compareFilter'), `${why}. Leave it out.`)]),
    ...(node.funnelsFilter?.funnelVizType === 'steps' ? [] : leftOut(node, 'funnelVizType', at, why)),
    ...READERS.flatMap(([name]) => leftOut(node, name, at, why)),
    ...attributionLeftOut(node, at, why),
  ]
}

/**
 * Warns of an attribution that is not used. There is no warning for the default attribution, because clients
 * leave it in place.
 */
const attributionLeftOut = (node: FunnelsNode, at: FieldPaths, why: string): Warning[] => [
  ...(node.funnelsFilter?.breakdownAttributionType === 'first_touch'
    ? []
    : leftOut(node, 'breakdownAttributionType', at, why)),
  ...leftOut(node, 'breakdownAttributionValue', at, why),
]

const leftOut = ({ funnelsFilter }: FunnelsNode, field: Field, at: FieldPaths, why: string): Warning[] =>
  isGiven(funnelsFilter?.[field])
    ? [notUsed(at('funnelsFilter', field), `${why}${why.includes('. ') ? ', or leave' : '. Leave'} it out.`)]
    : []
