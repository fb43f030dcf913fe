import { WholeNumber } from '#contract/paging.ts'
import { MATHS } from '#contract/question-names.ts'
import { requireOneOf } from '#query/refuse.ts'
import { parseSelectedEvents, type SelectedEvents, type Series } from '#query/series.ts'
import { attrOf, type FieldPaths, type Path } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'
import type { ExclusionNode } from './node.ts'
import { lastWithout, type StepPair } from './parse-steps.ts'

/** Events that must not happen between two steps. */
export interface Exclusion extends StepPair {
  readonly series: SelectedEvents
}

/** The highest number of exclusions. A walk marks each one with a bit, as it marks the steps. */
export const MOST_EXCLUSIONS = 10

/** The part of a funnel that its exclusions depend on. */
interface ExcludedFrom {
  readonly steps: readonly Series[]
  /** The optional steps among `steps`, counted from 0. */
  readonly optionalSteps: readonly number[]
  readonly isUnordered: boolean
}

/**
 * Parses the exclusions.
 * @throws RequestError with messages that begin as clients know them.
 */
export function parseExclusions(
  nodes: readonly ExclusionNode[] | null | undefined,
  funnel: ExcludedFrom,
  at: FieldPaths,
): Exclusion[] {
  const all = nodes ?? []
  if (all.length > MOST_EXCLUSIONS)
    throw invalid(
      'max_length',
      `At most ${MOST_EXCLUSIONS} exclusion events are possible, and ${all.length} were sent.`,
      attrOf(at('funnelsFilter', 'exclusions')),
    )
  return all.map((node, i) =>
    parseExclusion(node, funnel, (...field) => at('funnelsFilter', 'exclusions', i, ...field)),
  )
}

function parseExclusion(node: ExclusionNode, funnel: ExcludedFrom, at: FieldPaths): Exclusion {
  const series = parseSelectedEvents(node, at)
  requireOneOf(node.math || 'total', ['total', 'dau'], {
    noun: 'math of an exclusion',
    path: at('math'),
    all: MATHS,
  })
  const pair = funnel.isUnordered ? parseAllSteps(node, funnel, at) : parsePair(node, funnel, at)
  const own = funnel.steps.findIndex(
    (step, i) => i >= pair.fromStep && i <= pair.toStep && includes(series, step),
  )
  if (own >= 0)
    throw invalid(
      'invalid_input',
      `Exclusion event cannot be one of the steps that it lies between: it is step ${own}, counted from 0.`,
      attrOf(at(series.actionId === undefined ? 'event' : 'id')),
    )
  return { series, ...pair }
}

/** Whether the exclusion excludes every event of the step, as far as the question shows. */
const includes = (excluded: SelectedEvents, step: SelectedEvents): boolean =>
  step.anyOf?.every((one) => includes(excluded, one)) ??
  ((isEveryEvent(excluded) || (excluded.event === step.event && excluded.actionId === step.actionId)) &&
    (excluded.properties.members.length === 0 ||
      JSON.stringify(excluded.properties) === JSON.stringify(step.properties)))

const isEveryEvent = ({ event, actionId }: SelectedEvents) => event === null && actionId === undefined

/**
 * Parses the two steps of an exclusion. If none are given, the exclusion lies between the first step and
 * the last step that is not optional.
 */
function parsePair(node: ExclusionNode, { steps, optionalSteps }: ExcludedFrom, at: FieldPaths): StepPair {
  const last = steps.length - 1
  const fromStep = parseEnd(node.funnelFromStep, at('funnelFromStep'))
  const toStep = parseEnd(node.funnelToStep, at('funnelToStep'))
  if (fromStep === null && toStep === null) return { fromStep: 0, toStep: lastWithout(optionalSteps, last) }
  if (fromStep === null || toStep === null)
    throw invalid(
      'required',
      `Exclusion event needs both of its steps, counted from 0: the first is 0 to ${last - 1}, the second at most ${last}.`,
      attrOf(at(fromStep === null ? 'funnelFromStep' : 'funnelToStep')),
    )
  const refusal = (code: string, field: 'funnelFromStep' | 'funnelToStep', why: string) =>
    invalid(code, `Exclusion event range is invalid: ${why}.`, attrOf(at(field)))
  if (fromStep < 0) throw refusal('min_value', 'funnelFromStep', 'its first step must be at least 0')
  if (fromStep >= last)
    throw refusal('max_value', 'funnelFromStep', `its first step must be at most ${last - 1}`)
  if (toStep > last) throw refusal('max_value', 'funnelToStep', `its second step must be at most ${last}`)
  if (fromStep >= toStep)
    throw refusal('invalid_input', 'funnelToStep', 'its second step must be after its first one')
  for (const [field, step] of [
    ['funnelFromStep', fromStep],
    ['funnelToStep', toStep],
  ] as const)
    if (optionalSteps.includes(step))
      throw refusal(
        'invalid_choice',
        field,
        `step ${step} is optional, and an exclusion must lie between steps that are not`,
      )
  return { fromStep, toStep }
}

/**
 * Parses the steps of an exclusion in an unordered funnel. Such an exclusion spans all steps, because no step
 * is before another.
 */
function parseAllSteps(node: ExclusionNode, { steps }: ExcludedFrom, at: FieldPaths): StepPair {
  const [fromStep, toStep] = [0, steps.length - 1]
  const refuseOther = (value: unknown, field: 'funnelFromStep' | 'funnelToStep', only: number) => {
    if ((parseEnd(value, at(field)) ?? only) === only) return
    throw invalid(
      'invalid_input',
      `Partial Exclusions not allowed in unordered funnels: leave out both steps, or send ${fromStep} and ${toStep}.`,
      attrOf(at(field)),
    )
  }
  refuseOther(node.funnelFromStep, 'funnelFromStep', fromStep)
  refuseOther(node.funnelToStep, 'funnelToStep', toStep)
  return { fromStep, toStep }
}

const parseEnd = (value: unknown, path: Path): number | null =>
  isGiven(value) ? parseValue(WholeNumber, value, path) : null
