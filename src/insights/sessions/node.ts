import { z } from 'zod'
import { Modifiers } from '#query/modifiers.ts'
import { Anything, BooleanOrText, Text } from '#query/node.ts'

const Texts = z.array(z.string()).max(100)

export const SessionsNode = z.looseObject({
  kind: z.literal('SessionsQuery'),
  /** Absent or empty: `*`. */
  select: Texts.nullish(),
  where: Texts.nullish(),
  /** The name of an event that a listed session has. */
  event: Text.nullish(),
  actionId: z.int().nullish(),
  eventProperties: Anything,
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
export type SessionsNode = z.output<typeof SessionsNode>
