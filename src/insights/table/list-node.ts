import { z } from 'zod'
import { Modifiers } from '#query/modifiers.ts'
import { Anything, BooleanOrText, Text } from '#query/node.ts'

/** Expressions as clients send them. */
export const Texts = z.array(z.string()).max(100)

/** The fields that the nodes of a list of events and of a list of sessions share. */
export const LIST_FIELDS = {
  where: Texts.nullish(),
  event: Text.nullish(),
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
}
const ListNode = z.looseObject(LIST_FIELDS)
export type ListNode = z.output<typeof ListNode>
