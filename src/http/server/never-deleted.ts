import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Scope } from '#contract/scopes.ts'
import { route } from './route.ts'
import type { Tag } from './tags.ts'

interface NeverDeleted {
  readonly delete: string
  readonly call?: number
  readonly tag: Tag
  /** The resource as a sentence names it: `an insight`. */
  readonly noun: string
  readonly scope: Scope
  readonly params: z.ZodType
}

/**
 * Registers DELETE for a resource that only PATCH can delete: the response is always 405 without a body. A
 * hook responds before the body of the request is read, so an invalid body makes no difference.
 */
export function neverDeleted(app: FastifyInstance, { noun, ...declared }: NeverDeleted): void {
  route(
    app,
    {
      ...declared,
      summary: `Not allowed: delete ${noun} with PATCH and deleted`,
      answer: z.undefined().describe('Use PATCH with `deleted` instead.'),
      status: 405,
      reads: 'nothing',
      onRequest: refuse,
    },
    async () => undefined,
  )
}

const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
  reply.code(405).header('Allow', 'GET, HEAD, PATCH, PUT').send(undefined)
