import { z } from 'zod'
import { LIST_FIELDS, Texts } from '#insights/table/list-node.ts'
import { Anything } from '#query/node.ts'

/** A list like the list of events. `event` is the name of an event that a listed session has. */
export const SessionsNode = z.looseObject({
  kind: z.literal('SessionsQuery'),
  /** If absent or empty: `*`. */
  select: Texts.nullish(),
  eventProperties: Anything,
  ...LIST_FIELDS,
})
export type SessionsNode = z.output<typeof SessionsNode>
