import type { FastifyReply } from 'fastify'
import type { AskedBy } from '#coordination/cancellation.ts'
import type { Asker } from '#engine/event-store.ts'
import { disconnectSignal } from './client-disconnect.ts'

/**
 * The share of visitors of shared links. Visitors have no key, so all visitors of a project together have
 * one share.
 */
const LINKS = 'links'

/**
 * Describes the client of a request to the queries that the client waits for. These queries stop when the
 * client disconnects.
 */
export const askerOf = (reply: FastifyReply): Asker => ({
  share: shareOf(reply),
  signal: disconnectSignal(reply),
})

/**
 * Returns the user who asks a question, and the id that the client gave the question; undefined for a
 * visitor of a shared link.
 */
export const askedBy = (
  { request: { caller } }: FastifyReply,
  clientQueryId: string | null | undefined,
): AskedBy | undefined =>
  caller === null ? undefined : { userId: caller.userId, clientQueryId: clientQueryId || undefined }

/**
 * Returns the share to which a request belongs when the queries of its project take turns. It is the share
 * of its key or of its user, or the share of all shared links.
 */
export function shareOf({ request: { caller } }: FastifyReply): string {
  if (caller === null) return LINKS
  return caller.keyId === null ? `user ${caller.userId}` : `key ${caller.keyId}`
}
