import { z } from 'zod'
import { actorTypeOf } from '#insights/funnels/actors.ts'
import { EXAMPLE_FUNNEL } from '#insights/funnels/cells.ts'
import type { SelectedCells } from '#insights/kind.ts'
import { BooleanOrText, Text } from '#query/node.ts'
import { invalid } from '#shared/request-error.ts'
import type { CorrelationPlan } from './plan.ts'
import type { CorrelationCell } from './queries.ts'

const CorrelationSelectors = z.object({
  funnel_correlation_person_converted: BooleanOrText.nullish().describe(
    'true for those who finished the funnel, false for the others.',
  ),
  funnel_correlation_person_entity: Text.nullish().describe('The `event.event` of an item of the answer.'),
  funnel_correlation_property_values: Text.nullish().describe('The same for an item of type properties.'),
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
  select({ lookedAt }, selectors) {
    const hasConverted = selectors.funnel_correlation_person_converted
    if (typeof hasConverted !== 'boolean')
      throw invalid(
        'required',
        'Add funnel_correlation_person_converted: true or false.',
        'funnel_correlation_person_converted',
      )
    const { funnel_correlation_person_entity: entity, funnel_correlation_property_values: values } = selectors
    const attr =
      lookedAt.kind === 'properties'
        ? 'funnel_correlation_property_values'
        : 'funnel_correlation_person_entity'
    const name = lookedAt.kind === 'properties' ? values || entity : entity || values
    if (!name) throw invalid('required', `Add ${attr}: the event.event of an item of the answer.`, attr)
    return {
      hasConverted,
      item: {
        name,
        property: selectors.funnel_correlation_property ?? null,
        value: selectors.funnel_correlation_value ?? null,
      },
    }
  },
  actorOf: ({ funnel }) => actorTypeOf(funnel.query),
  hasAppearances: false,
}
