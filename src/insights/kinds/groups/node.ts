import { z } from 'zod'
import { Modifiers } from '#query/modifiers.ts'
import { Anything, Text } from '#query/node.ts'

export const GroupsNode = z.looseObject({
  kind: z.literal('GroupsQuery'),
  group_type_index: z.int().min(0).max(4),
  select: z.array(z.string()).min(1).max(100).nullish(),
  search: Text.nullish(),
  properties: Anything,
  orderBy: z.array(z.string()).max(100).nullish(),
  limit: z.int().min(1).nullish(),
  offset: z.int().min(0).nullish(),
  modifiers: Modifiers,
})
export type GroupsNode = z.output<typeof GroupsNode>
