import { z } from 'zod'
import { Modifiers } from '#query/modifiers.ts'
import { Anything, BooleanOrText, Text } from '#query/node.ts'

/** Expressions as clients send them. */
export const Texts = z.array(z.string()).max(100)

export const EventsNode = z.looseObject({
  kind: z.literal('EventsQuery'),
  select: Texts.min(1),
  where: Texts.nullish(),
  event: Text.nullish(),
  /** Names of events. An event with any of them is listed. */
  events: z.array(Text).max(100).nullish(),
  actionId: z.int().nullish(),
  personId: Text.nullish(),
  properties: Anything,
  fixedProperties: Anything,
  filterTestAccounts: BooleanOrText.nullish(),
  before: Text.nullish(),
  after: Text.nullish(),
  orderBy: Texts.nullish(),
  limit: z.int().min(1).nullish(),
  offset: z.int().min(0).nullish(),
  modifiers: Modifiers,
})
export type EventsNode = z.output<typeof EventsNode>
