import { z } from 'zod'
import { WholeNumber } from '#contract/paging.ts'
import type { Cells } from '#insights/kind.ts'
import { PERSONS } from '#insights/people/actor-type.ts'
import { invalid } from '#shared/request-error.ts'
import type { FunnelsPlan } from './plan.ts'
import type { FunnelCell } from './queries.ts'

const FunnelSelectors = z.object({
  funnel_step: WholeNumber.describe(
    'Required. k, from 1: the persons who reached step k. -k, from -2: those who reached the step before it and not step k.',
  ).optional(),
})
type FunnelSelectors = z.output<typeof FunnelSelectors>

export const funnelCells: Cells<FunnelsPlan, FunnelSelectors, FunnelCell> = {
  path: 'funnel',
  selectors: FunnelSelectors,
  select({ steps }, { funnel_step: place }) {
    if (place === undefined)
      throw invalid('required', `Add funnel_step: 1 to ${steps}, or -2 to -${steps}.`, 'funnel_step')
    const [step, hasConverted] = [Math.abs(place), place > 0]
    if (step < (hasConverted ? 1 : 2) || step > steps)
      throw invalid(
        'invalid_choice',
        `The funnel has no step ${place}: funnel_step is 1 to ${steps}, or -2 to -${steps}.`,
        'funnel_step',
      )
    return { step, hasConverted }
  },
  actorOf: () => PERSONS,
  hasAppearances: false,
}
