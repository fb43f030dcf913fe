import type { FastifyRequest } from 'fastify'
import type { CancelledFor } from '#coordination/cancellation.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'

/**
 * Returns the users whose queries a caller can cancel. An admin can cancel the queries of everybody. Anyone
 * else can cancel only their own, whichever key or session asked for them.
 */
export const cancelledFor = (request: FastifyRequest): CancelledFor =>
  projectOf(request).role === 'admin' ? 'everybody' : callerOf(request).userId
