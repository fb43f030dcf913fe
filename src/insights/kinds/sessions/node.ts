import { z } from 'zod'
import { LIST_FIELDS, Texts } from '#insights/table/list-node.ts'
import { Anything } from '#query/node.ts'

/**
 * The node of a list of sessions. It is like the node of a list of events. `event` is the name of an event
 * that each listed session has.
 */
export const SessionsNode = z.looseObject({
  kind: z.literal('SessionsQuery'),
  /** The columns. If this is absent or empty, they are `*`. */
  select: Texts.nullish(),
  eventProperties: Anything,
  ...LIST_FIELDS,
})
export type SessionsNode = z.output<typeof SessionsNode>
