import { z } from 'zod'
import { actorTypeOf } from '#insights/funnels/actors.ts'
import { EXAMPLE_FUNNEL } from '#insights/funnels/cells.ts'
import type { SelectedCells } from '#insights/kind.ts'
import { BooleanOrText, Text } from '#query/node.ts'
import { invalid } from '#shared/request-error.ts'
import { askedItem } from './asked-item.ts'
import type { CorrelationPlan } from './plan.ts'
import type { CorrelationCell } from './queries.ts'

const CorrelationSelectors = z.object({
  funnel_correlation_person_converted: BooleanOrText.nullish().describe(
    'true for those who finished the funnel, false for the others.',
  ),
  funnel_correlation_person_entity: Text.nullish().describe(
    'The `event.event` of an item of the answer. Also a series as JSON, with a filter of one value of a property where the items have properties.',
  ),
  funnel_correlation_property_values: Text.nullish().describe(
    'The same for an item of type properties. Also a list of one filter as JSON.',
  ),
  funnel_correlation_property: Text.nullish().describe(
    'The property of the item: of items with one name only that of this property.',
  ),
  funnel_correlation_value: Text.nullish().describe('The value of the property of the item, likewise.'),
})
type CorrelationSelectors = z.output<typeof CorrelationSelectors>

export const correlationCells: SelectedCells<CorrelationPlan, CorrelationSelectors, CorrelationCell> = {
  path: 'correlation',
  selectors: CorrelationSelectors,
  example: {
    question: EXAMPLE_FUNNEL,
    selectors: {
      funnel_correlation_person_converted: true,
      funnel_correlation_person_entity: 'label printed',
    },
  },
  select(plan, selectors) {
    const hasConverted = selectors.funnel_correlation_person_converted
    if (typeof hasConverted !== 'boolean')
      throw invalid(
        'required',
        'Add funnel_correlation_person_converted: true or false.',
        'funnel_correlation_person_converted',
      )
    return { hasConverted, item: askedItem(plan, selectors) }
  },
  actorOf: ({ funnel }) => actorTypeOf(funnel.query),
  hasAppearances: false,
}
