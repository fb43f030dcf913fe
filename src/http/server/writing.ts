import type { FastifyRequest } from 'fastify'
import type { Writing } from '#metadata/insights/insight-store.ts'
import type { Clock } from '#shared/clock.ts'
import { callerOf, projectOf } from './authenticate.ts'

/** Returns the project, the user and the time of a write request, for the stores. */
export const writingOf = (request: FastifyRequest, { clock }: { readonly clock: Clock }): Writing => ({
  projectId: projectOf(request).id,
  userId: callerOf(request).userId,
  nowMs: clock(),
})
