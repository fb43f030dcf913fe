import { z } from 'zod'
import { Modifiers } from '#query/modifiers.ts'
import { Anything, Text } from '#query/node.ts'

const Texts = z.array(z.string()).min(1).max(100)

export const ActorsNode = z.looseObject({
  kind: z.literal('ActorsQuery'),
  /**
   * A HogQLQuery with one column of persons. If the source asks for the actors of an insight instead, this
   * kind does not answer the node: the lists of people answer it.
   */
  source: z.unknown().optional(),
  select: Texts.nullish(),
  search: Text.nullish(),
  properties: Anything,
  fixedProperties: Anything,
  orderBy: z.array(z.string()).max(100).nullish(),
  limit: z.int().min(1).nullish(),
  offset: z.int().min(0).nullish(),
  modifiers: Modifiers,
})
export type ActorsNode = z.output<typeof ActorsNode>
