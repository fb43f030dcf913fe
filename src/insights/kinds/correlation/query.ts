import { CORRELATION_TYPES } from '#contract/question-names.ts'
import type { Choices } from '#insights/kind/kind.ts'
import { requireTwoSteps } from '#insights/runs/question/parse-steps.ts'
import { CHOICES as FUNNEL_CHOICES, type FunnelsQuery, parseFunnels } from '#insights/runs/question/query.ts'
import { requireOneOf } from '#query/refuse.ts'
import { attrOf, type FieldPaths, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import { type CorrelationNode, funnelIn } from './node.ts'

/** The events or properties by which the two sides are compared. */
export type LookedAt =
  | { readonly kind: 'events'; readonly excludedEvents: readonly string[] }
  | {
      readonly kind: 'event_with_properties'
      readonly events: readonly string[]
      readonly excludedProperties: readonly string[]
    }
  | {
      readonly kind: 'properties'
      readonly on: Extract<PropertySubject, 'person' | { readonly group: number }>
      readonly names: readonly string[] | 'all'
      readonly excludedNames: readonly string[]
    }

/**
 * A question for the events or properties that actors who finished a funnel have more often, or less often,
 * than actors who did not.
 */
export interface CorrelationQuery extends Omit<FunnelsQuery, 'kind'> {
  readonly kind: 'correlation'
  readonly lookedAt: LookedAt
}

export const CHOICES: Choices = { ...FUNNEL_CHOICES, intervals: [] }

/** The name that stands for all properties. */
export const ALL = '$all'

/**
 * Parses the node of a correlation. Fields that only choose which numbers of the funnel are shown are
 * checked, but change nothing.
 * @throws RequestError
 */
export function parseCorrelation(node: CorrelationNode, at: FieldPaths): CorrelationQuery {
  const { funnel, at: atFunnel } = funnelIn(node, at)
  // A correlation does not use the earlier period of a comparison.
  const parsed = parseFunnels({ ...funnel, compareFilter: null }, atFunnel)
  requireTwoSteps(parsed.series.length, 'A correlation needs a funnel of two steps', atFunnel)
  return {
    ...parsed,
    kind: 'correlation',
    breakdown: null,
    visualisation: { kind: 'steps' },
    fromStep: 0,
    toStep: parsed.series.length - 1,
    attribution: { kind: 'first_touch' },
    lookedAt: parseLookedAt(node, parsed, at),
  }
}

function parseLookedAt(node: CorrelationNode, funnel: FunnelsQuery, at: FieldPaths): LookedAt {
  const kind = requireOneOf(node.funnelCorrelationType || 'events', CORRELATION_TYPES, {
    noun: 'type of correlation',
    path: at('funnelCorrelationType'),
    all: [],
  })
  switch (kind) {
    case 'events':
      return { kind, excludedEvents: distinct(node.funnelCorrelationExcludeEventNames) }
    case 'event_with_properties':
      return {
        kind,
        events: atLeastOne(
          node.funnelCorrelationEventNames,
          at('funnelCorrelationEventNames'),
          'Event properties correlation expects atleast one Event to run correlations on: add funnel_correlation_event_names.',
        ),
        excludedProperties: distinct(node.funnelCorrelationEventExcludePropertyNames),
      }
    case 'properties':
      return {
        kind,
        on: subjectOf(funnel, at('funnelCorrelationType')),
        ...parseNames(node, at),
        excludedNames: distinct(node.funnelCorrelationExcludeNames),
      }
  }
}

function parseNames(node: CorrelationNode, at: FieldPaths): { readonly names: readonly string[] | 'all' } {
  const names = atLeastOne(
    node.funnelCorrelationNames,
    at('funnelCorrelationNames'),
    'Property correlation expects atleast one Property to run correlations on: add funnel_correlation_names.',
  )
  return { names: names.includes(ALL) ? 'all' : names }
}

function subjectOf({ aggregation }: FunnelsQuery, path: Path): 'person' | { readonly group: number } {
  if (aggregation.of === 'person') return 'person'
  if (aggregation.of === 'group') return { group: aggregation.groupTypeIndex }
  throw invalid(
    'not_supported',
    'The values of an expression have no properties: count persons or groups.',
    attrOf(path),
  )
}

/** Returns the distinct names, sorted so that equal questions are equal. */
const distinct = (names: readonly string[] | null | undefined) => [...new Set(names)].sort()

function atLeastOne(names: readonly string[] | null | undefined, path: Path, detail: string): string[] {
  const given = distinct(names)
  if (given.length === 0) throw invalid('required', detail, attrOf(path))
  return given
}
