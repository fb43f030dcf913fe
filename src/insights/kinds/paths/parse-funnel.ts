import { type FunnelsQuery, parseFunnels } from '#insights/runs/question/query.ts'
import { requireOneOf } from '#query/refuse.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import { type FunnelSource, funnelSourceOf, type PathsNode } from './node.ts'

const FUNNEL_PATH_TYPES = [
  'funnel_path_after_step',
  'funnel_path_before_step',
  'funnel_path_between_steps',
] as const

/**
 * The events of a funnel's actors that become paths: the events after a step, before it, or between it and
 * the step before.
 */
export interface FunnelPaths {
  readonly type: (typeof FUNNEL_PATH_TYPES)[number]
  /**
   * The step, counted from 0, whose time bounds the events. For actors who dropped off, it is the last step
   * that they reached.
   */
  readonly step: number
  /** Whether only the actors whose last step is `step` count. */
  readonly hasDropped: boolean
  /**
   * The funnel, in the form that is needed to find its steps: without a breakdown, and in the range of the
   * paths.
   */
  readonly query: FunnelsQuery
}

/**
 * Parses the funnel of a question; null if the question has no funnel.
 * @throws RequestError that names the field.
 */
export function parseFunnelPaths(node: PathsNode, at: FieldPaths): FunnelPaths | null {
  const place: FieldPaths = (...field) => at('funnelPathsFilter', ...field)
  const { funnelPathType, funnelStep } = node.funnelPathsFilter ?? {}
  const source = funnelSourceOf(node)
  if (![funnelPathType, funnelStep].some(isGiven) && source === null) return null
  if (source === null) throw required('funnelSource', 'Add the funnel that the step belongs to.', place)
  const type = requireOneOf(funnelPathType || missingType(place), FUNNEL_PATH_TYPES, {
    noun: 'type of funnel paths',
    path: place('funnelPathType'),
    all: [],
  })
  const query = parseSource(source, place)
  return { type, ...parseStep(funnelStep, { type, steps: query.series.length }, place), query }
}

const required = (field: string, detail: string, place: FieldPaths) =>
  invalid('required', detail, attrOf(place(field)))

function missingType(place: FieldPaths): never {
  throw required('funnelPathType', `Add one of ${FUNNEL_PATH_TYPES.join(', ')}.`, place)
}

/**
 * Parses the funnel. Fields that only choose which numbers of the funnel are shown are checked, but change
 * nothing.
 * @throws RequestError
 */
function parseSource(source: FunnelSource, place: FieldPaths): FunnelsQuery {
  const inSource: FieldPaths = (...field) => place('funnelSource', ...field)
  // Paths do not use the earlier period of a comparison.
  const parsed = parseFunnels({ ...source, compareFilter: null }, inSource)
  if (parsed.aggregation.of === 'expression')
    throw invalid(
      'not_supported',
      'Paths follow persons or groups, not the values of an expression: leave out the expression.',
      attrOf(inSource('funnelsFilter', 'funnelAggregateByHogQL')),
    )
  const [optional] = parsed.optionalSteps
  if (optional !== undefined)
    throw invalid(
      'not_supported',
      'Paths around a funnel with an optional step are not supported: leave the step out.',
      attrOf(inSource('series', optional, 'optionalInFunnel')),
    )
  return {
    ...parsed,
    breakdown: null,
    visualisation: { kind: 'steps' },
    fromStep: 0,
    toStep: parsed.series.length - 1,
    attribution: { kind: 'first_touch' },
  }
}

function parseStep(
  value: unknown,
  { type, steps }: { readonly type: FunnelPaths['type']; readonly steps: number },
  place: FieldPaths,
): Pick<FunnelPaths, 'step' | 'hasDropped'> {
  // Paths between two steps end at this step, so another step must come before it.
  const least = type === 'funnel_path_between_steps' ? 2 : 1
  const choices =
    steps > least
      ? `${least} to ${steps}, or -${least + 1} to -${steps} for the actors who did not reach the step`
      : `${least}${steps < least ? ', which needs a funnel of two steps' : ''}`
  if (!isGiven(value)) throw required('funnelStep', `Add the step of the funnel: ${choices}.`, place)
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  const hasDropped = number < 0
  const step = hasDropped ? -number - 1 : number
  if (Number.isInteger(step) && step >= least && step <= steps - Number(hasDropped))
    return { step: step - 1, hasDropped }
  throw invalid(
    'invalid_choice',
    `Expected a step of the funnel, ${choices}, and ${JSON.stringify(value)} was sent.`,
    attrOf(place('funnelStep')),
  )
}
