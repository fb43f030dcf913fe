import type { FastifyRequest } from 'fastify'
import type { CancelledFor } from '#coordination/cancellation.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'

/**
 * Returns the users whose queries a caller can cancel. For an admin that is everybody. For anyone else it
 * is only they themselves, whichever key or session they asked with.
 */
export const cancelledFor = (request: FastifyRequest): CancelledFor =>
  projectOf(request).role === 'admin' ? 'everybody' : callerOf(request).userId
