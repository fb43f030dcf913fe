import type { z } from 'zod'
import type { EventDefinitionBody, PropertyDefinitionBody } from '#contract/definition.ts'
import type { EventDefinition, ListedProperty, PropertyDefinition } from '#metadata/definitions/definition.ts'

const toDescribed = ({ id, name, count, createdAt, lastSeenAt }: EventDefinition) => ({
  id,
  name,
  description: null,
  tags: [],
  owner: null,
  verified: false,
  hidden: false,
  created_at: createdAt,
  updated_at: null,
  updated_by: null,
  last_seen_at: lastSeenAt,
  count,
  query_usage_30_day: null,
})

export const toEventDefinitionBody = (
  definition: EventDefinition,
  volume: number,
): z.infer<typeof EventDefinitionBody> => ({
  ...toDescribed(definition),
  is_action: false,
  volume_30_day: volume,
})

export const toPropertyDefinitionBody = (
  definition: PropertyDefinition & Partial<Pick<ListedProperty, 'isSeen'>>,
): z.infer<typeof PropertyDefinitionBody> => ({
  ...toDescribed(definition),
  type: definition.type,
  group_type_index: definition.groupTypeIndex,
  property_type: definition.kind,
  is_numerical: definition.kind === 'Numeric',
  is_seen_on_filtered_events: definition.isSeen ?? null,
})
