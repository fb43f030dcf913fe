import type { FastifyReply } from 'fastify'
import type { AskedBy } from '#coordination/cancellation.ts'
import type { Asker } from '#engine/engine.ts'
import { disconnectSignal } from './client-disconnect.ts'

/** Visitors of shared links have no key: those of a project are one share together. */
const LINKS = 'links'

/** The client of a request, for the queries that it waits for. They are stopped when it disconnects. */
export const askerOf = (reply: FastifyReply): Asker => ({
  share: shareOf(reply),
  signal: disconnectSignal(reply),
})

/** The user who asks a question, with the name that the client gave it; undefined for a visitor of a link. */
export const askedBy = (
  { request: { caller } }: FastifyReply,
  clientQueryId: string | null | undefined,
): AskedBy | undefined =>
  caller === null ? undefined : { userId: caller.userId, clientQueryId: clientQueryId || undefined }

/** The share of a request in the turns of its project: its key, its user, or the links. */
export function shareOf({ request: { caller } }: FastifyReply): string {
  if (caller === null) return LINKS
  return caller.keyId === null ? `user ${caller.userId}` : `key ${caller.keyId}`
}
