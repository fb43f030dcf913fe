import type { FastifyReply } from 'fastify'
import type { AskedBy } from '#coordination/cancellation.ts'
import type { Asker } from '#engine/event-store.ts'
import { disconnectSignal } from './client-disconnect.ts'

/**
 * The share of visitors of shared links. They have no key, so all visitors of a project have one share
 * together.
 */
const LINKS = 'links'

/**
 * Describes the client of a request, for the queries that the client waits for. These queries stop when it
 * disconnects.
 */
export const askerOf = (reply: FastifyReply): Asker => ({
  share: shareOf(reply),
  signal: disconnectSignal(reply),
})

/**
 * Returns the user who asks a question, with the id that the client gave it; undefined for a visitor of a
 * link.
 */
export const askedBy = (
  { request: { caller } }: FastifyReply,
  clientQueryId: string | null | undefined,
): AskedBy | undefined =>
  caller === null ? undefined : { userId: caller.userId, clientQueryId: clientQueryId || undefined }

/**
 * Returns the share that a request has in the turns of its project: the share of its key, of its user, or
 * of all links.
 */
export function shareOf({ request: { caller } }: FastifyReply): string {
  if (caller === null) return LINKS
  return caller.keyId === null ? `user ${caller.userId}` : `key ${caller.keyId}`
}
