import { z } from 'zod'
import { LIST_FIELDS, Texts } from '#insights/table/list-node.ts'
import { Text } from '#query/node.ts'

export const EventsNode = z.looseObject({
  kind: z.literal('EventsQuery'),
  select: Texts.min(1),
  /** Names of events. An event that has any of these names is listed. */
  events: z.array(Text).max(100).nullish(),
  ...LIST_FIELDS,
})
export type EventsNode = z.output<typeof EventsNode>
