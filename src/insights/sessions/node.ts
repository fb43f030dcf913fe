import { z } from 'zod'
import { EventsNode, Texts } from '#insights/events/node.ts'
import { Anything } from '#query/node.ts'

/** A list like the list of events. `event` is the name of an event that a listed session has. */
export const SessionsNode = EventsNode.omit({ events: true }).extend({
  kind: z.literal('SessionsQuery'),
  /** If absent or empty: `*`. */
  select: Texts.nullish(),
  eventProperties: Anything,
})
export type SessionsNode = z.output<typeof SessionsNode>
