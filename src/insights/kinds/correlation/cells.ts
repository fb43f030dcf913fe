import { z } from 'zod'
import type { SelectedCells } from '#insights/kind/cells.ts'
import { EXAMPLE_FUNNEL } from '#insights/runs/question/flat.ts'
import { actorTypeOf } from '#insights/runs/run-actors.ts'
import { BooleanOrText, Text } from '#query/node.ts'
import { invalid } from '#shared/request-error.ts'
import { askedItem } from './asked-item.ts'
import type { CorrelationPlan } from './plan.ts'
import type { CorrelationCell } from './queries.ts'

const CorrelationSelectors = z.object({
  funnel_correlation_person_converted: BooleanOrText.nullish().describe(
    'true selects the actors who finished the funnel, false the others.',
  ),
  funnel_correlation_person_entity: Text.nullish().describe(
    'The `event.event` of an item in the answer. It can also be a series as JSON, which has a filter with one property value if the items have properties.',
  ),
  funnel_correlation_property_values: Text.nullish().describe(
    'The `event.event` of an item of the type properties. It can also be a list of one filter as JSON.',
  ),
  funnel_correlation_property: Text.nullish().describe(
    'The property of the item. It selects one of several items that have the same name.',
  ),
  funnel_correlation_value: Text.nullish().describe(
    'The value of the property. It selects one of several items that have the same name.',
  ),
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
