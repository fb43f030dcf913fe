import { WholeNumber } from '#contract/paging.ts'
import { attrOf, type FieldPaths, type Path } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'
import type { FunnelsFilter, FunnelsNode } from './node.ts'
import type { Visualisation } from './parse-visualisation.ts'

interface StepRange {
  readonly least: number
  readonly most: number
}

/**
 * Returns the step, counted from 0; null if none is given.
 * @throws RequestError for a step that this field does not allow.
 */
export function parseStep(value: unknown, path: Path, { least, most }: StepRange): number | null {
  if (!isGiven(value)) return null
  const step = parseValue(WholeNumber, value, path)
  if (step >= least && step <= most) return step
  throw invalid(
    step < least ? 'min_value' : 'max_value',
    `Expected a step from ${least} to ${most}, counted from 0, and ${step} was sent.`,
    attrOf(path),
  )
}

/**
 * Returns the optional steps, counted from 0. An actor can reach the other steps without them.
 * @throws RequestError if the first step is optional, or if the funnel is not an ordered one.
 */
export function parseOptionalSteps({ series }: FunnelsNode, order: string, at: FieldPaths): number[] {
  const optional = (series ?? []).flatMap(({ optionalInFunnel }, i) => (optionalInFunnel === true ? [i] : []))
  const [first] = optional
  if (first === undefined) return []
  const attr = attrOf(at('series', first, 'optionalInFunnel'))
  if (first === 0)
    throw invalid(
      'invalid_choice',
      'The first step cannot be optional, because a funnel begins with it.',
      attr,
    )
  if (order !== 'ordered')
    throw invalid(
      'not_supported',
      `Only an ordered funnel can have optional steps, and this one is ${order}.`,
      attr,
    )
  return optional
}

/** Two steps of a funnel, counted from 0. */
export interface StepPair {
  readonly fromStep: number
  readonly toStep: number
}

/**
 * Parses the steps that trends and times compare. The default is the first step and the last step that is not
 * optional. The default is also returned if the funnel compares no steps.
 * @throws RequestError
 */
export function parseComparedSteps(
  filter: Pick<FunnelsFilter, 'funnelFromStep' | 'funnelToStep'> | null | undefined,
  { lastStep: last, optionalSteps }: ComparableSteps,
  visualisation: Visualisation,
  at: FieldPaths,
): StepPair {
  if (last === 0) return parseOnlyStep(filter, visualisation, at)
  const toPath = at('funnelsFilter', 'funnelToStep')
  const fromPath = at('funnelsFilter', 'funnelFromStep')
  const fromStep = parseStep(filter?.funnelFromStep, fromPath, { least: 0, most: last - 1 }) ?? 0
  // A funnel shown as steps compares no steps. Its fields are checked as if no step was optional.
  const isCompared = visualisation.kind !== 'steps'
  const usual = isCompared ? lastWithout(optionalSteps, last) : last
  const toStep = parseStep(filter?.funnelToStep, toPath, { least: 1, most: last }) ?? usual
  if (isCompared)
    requireNotOptional(
      [
        [fromPath, fromStep],
        [toPath, toStep],
      ],
      last,
      optionalSteps,
    )
  if (fromStep >= toStep)
    throw invalid(
      'invalid_input',
      `The second step must be after the first one, and step ${toStep} is not after step ${fromStep}.`,
      attrOf(toPath),
    )
  return isCompared ? { fromStep, toStep } : { fromStep: 0, toStep: lastWithout(optionalSteps, last) }
}

/** Checks the fields of a funnel of one step, which has a count and nothing to compare it with. */
function parseOnlyStep(
  filter: Pick<FunnelsFilter, 'funnelFromStep' | 'funnelToStep'> | null | undefined,
  { kind }: Visualisation,
  at: FieldPaths,
): StepPair {
  requireTwoSteps(kind === 'steps' ? 2 : 1, 'Trends and times compare two steps', at)
  for (const field of ['funnelFromStep', 'funnelToStep'] as const)
    parseStep(filter?.[field], at('funnelsFilter', field), { least: 0, most: 0 })
  return { fromStep: 0, toStep: 0 }
}

/**
 * Requires that the funnel has a second step.
 * @throws RequestError if the funnel has only one.
 */
export function requireTwoSteps(count: number, reason: string, at: FieldPaths): void {
  if (count > 1) return
  throw invalid(
    'funnel_requires_two_steps',
    `${reason}, and this funnel has only one: add another.`,
    attrOf(at('series')),
  )
}

function requireNotOptional(
  compared: readonly (readonly [path: Path, step: number])[],
  last: number,
  optionalSteps: readonly number[],
): void {
  for (const [path, step] of compared) {
    if (optionalSteps.length === last)
      throw invalid(
        'invalid_input',
        'Trends and times compare two steps that are not optional, and this funnel has only one: add another.',
        attrOf(path),
      )
    if (optionalSteps.includes(step))
      throw invalid(
        'invalid_choice',
        `Step ${step}, counted from 0, is optional: trends and times compare steps that are not.`,
        attrOf(path),
      )
  }
}

interface ComparableSteps {
  /** The last step of the funnel, optional or not, counted from 0. */
  readonly lastStep: number
  readonly optionalSteps: readonly number[]
}

/** Returns the last step, up to `last`, that is not optional. */
export function lastWithout(optionalSteps: readonly number[], last: number): number {
  let step = last
  while (optionalSteps.includes(step)) step--
  return step
}
