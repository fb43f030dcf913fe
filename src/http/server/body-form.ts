import type { FastifyRequest } from 'fastify'
import type { ComputedFields } from '#contract/insight.ts'
import type { Role } from '#contract/roles.ts'
import { projectOf } from './authenticate.ts'

/** How a body is written: the server's choice for computed fields, and who it is written for. */
export interface BodyForm {
  readonly computedFields: ComputedFields
  /** The reader's in the project, which decides what the body says may be done. */
  readonly role: Role
}

export const bodyForm = (request: FastifyRequest, computedFields: ComputedFields): BodyForm => ({
  computedFields,
  role: projectOf(request).role,
})
