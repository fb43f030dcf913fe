import { attrOf, type Places } from '#query/places.ts'
import { invalid } from '#shared/request-error.ts'
import type { FunnelsNode } from './node.ts'

/**
 * Returns the optional steps, counted from 0. An actor can reach the other steps without them.
 * @throws RequestError if the first step is optional, or if the funnel is not an ordered one.
 */
export function parseOptionalSteps({ series }: FunnelsNode, order: string, at: Places): number[] {
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
