import { WholeNumber } from '#contract/paging.ts'
import { FUNNEL_VISUALISATIONS } from '#contract/question-names.ts'
import { type Interval, parseInterval } from '#query/interval.ts'
import { attrOf, type Path, type Places } from '#query/places.ts'
import { requireOneOf } from '#query/refuse.ts'
import { isGiven } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'
import type { FunnelsFilter, FunnelsNode } from './node.ts'
import { parseStep } from './parse-step.ts'

/** The numbers that the answer to a funnel has. */
export type Visualisation =
  /** The actors of each step. */
  | { readonly kind: 'steps' }
  /** The conversion in each interval. */
  | { readonly kind: 'trends'; readonly interval: Interval }
  /**
   * The actors by the time that they took. If `binCount` is null, the number of bins depends on the number
   * of actors.
   */
  | { readonly kind: 'time_to_convert'; readonly binCount: number | null }

/**
 * Parses the visualisation. Fields of other visualisations are checked and left out.
 * @throws RequestError
 */
export function parseVisualisation(node: FunnelsNode, at: Places): Visualisation {
  const { funnelVizType, binCount } = node.funnelsFilter ?? {}
  const kind = requireOneOf(funnelVizType || 'steps', FUNNEL_VISUALISATIONS, {
    noun: 'funnel visualisation',
    path: at('funnelsFilter', 'funnelVizType'),
    all: [],
  })
  const interval = parseInterval(node.interval, at('interval'))
  const bins = parseBinCount(binCount, at('funnelsFilter', 'binCount'))
  if (kind === 'trends') return { kind, interval }
  return kind === 'steps' ? { kind } : { kind, binCount: bins }
}

const MOST_BINS = 90
/** The word that clients send for a number that depends on the answer. */
const AUTO = 'auto'

/**
 * Parses the number of bins. A number out of range becomes the nearest one in the range, as clients expect.
 */
function parseBinCount(value: unknown, path: Path): number | null {
  if (!isGiven(value) || value === AUTO) return null
  return Math.min(Math.max(parseValue(WholeNumber, value, path), 1), MOST_BINS)
}

/** Two steps of a funnel, counted from 0. */
export interface StepPair {
  readonly fromStep: number
  readonly toStep: number
}

/**
 * Parses the steps that trends and times compare. If no steps are given, and if the funnel compares no
 * steps, these are the first step and the last one that is not optional.
 * @throws RequestError
 */
export function parseComparedSteps(
  filter: Pick<FunnelsFilter, 'funnelFromStep' | 'funnelToStep'> | null | undefined,
  { lastStep: last, optionalSteps }: ComparableSteps,
  visualisation: Visualisation,
  at: Places,
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
  at: Places,
): StepPair {
  requireTwoSteps(kind === 'steps' ? 2 : 1, 'Trends and times compare two steps', at)
  for (const field of ['funnelFromStep', 'funnelToStep'] as const)
    parseStep(filter?.[field], at('funnelsFilter', field), { least: 0, most: 0 })
  return { fromStep: 0, toStep: 0 }
}

/**
 * Requires a second step.
 * @throws RequestError if the funnel has only one.
 */
export function requireTwoSteps(count: number, reason: string, at: Places): void {
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
  /** Counted from 0. */
  readonly lastStep: number
  readonly optionalSteps: readonly number[]
}

/** Returns the last step that is not optional. */
export function lastWithout(optionalSteps: readonly number[], last: number): number {
  let step = last
  while (optionalSteps.includes(step)) step--
  return step
}
