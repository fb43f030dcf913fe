import { FUNNEL_ATTRIBUTIONS } from '#contract/question-names.ts'
import type { Breakdown } from '#query/breakdown.ts'
import { requireOneOf } from '#query/refuse.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import type { FunnelsFilter } from './node.ts'
import { parseStep } from './parse-steps.ts'

/** The rule that decides which values of the breakdown an actor has. */
export type Attribution =
  | { readonly kind: 'first_touch' | 'last_touch' | 'all_events' }
  | { readonly kind: 'step'; readonly step: number }

/** The part of a funnel that its attribution depends on. */
interface AttributedTo {
  readonly lastStep: number
  readonly isUnordered: boolean
  readonly breakdown: Breakdown | null
}

/**
 * Parses the attribution. Without a breakdown by properties the attribution changes nothing: it is only
 * checked, and the result is the default.
 * @throws RequestError
 */
export function parseAttribution(
  filter: FunnelsFilter | null | undefined,
  { lastStep, isUnordered, breakdown }: AttributedTo,
  at: FieldPaths,
): Attribution {
  const typePath = at('funnelsFilter', 'breakdownAttributionType')
  const valuePath = at('funnelsFilter', 'breakdownAttributionValue')
  const kind = requireOneOf(filter?.breakdownAttributionType || 'first_touch', FUNNEL_ATTRIBUTIONS, {
    noun: 'attribution of a breakdown',
    path: typePath,
    all: [],
  })
  const step = parseStep(filter?.breakdownAttributionValue, valuePath, { least: 0, most: lastStep })
  if (kind === 'step' && isUnordered)
    throw invalid(
      'invalid_choice',
      'The steps of an unordered funnel have no order, so a breakdown cannot be attributed to a step: use first_touch, last_touch or all_events.',
      attrOf(typePath),
    )
  if (kind === 'step' && step === null)
    throw invalid(
      'required',
      `The attribution to a step needs the step: add a number from 0 to ${lastStep}, counted from 0.`,
      attrOf(valuePath),
    )
  if (breakdown?.kind !== 'properties') return { kind: 'first_touch' }
  return kind === 'step' ? { kind, step: step ?? 0 } : { kind }
}
