import type { FastifyRequest } from 'fastify'
import type { CancelledFor } from '#coordination/cancellation.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'

/**
 * The users whose queries a caller can cancel: only themselves, with whichever key or session they asked, and
 * for an admin everybody.
 */
export const cancelledFor = (request: FastifyRequest): CancelledFor =>
  projectOf(request).role === 'admin' ? 'everybody' : callerOf(request).userId
