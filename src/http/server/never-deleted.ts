import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Scope } from '#contract/scopes.ts'
import { route } from './route.ts'
import type { Tag } from './tags.ts'

interface NeverDeleted {
  readonly delete: string
  readonly call?: number
  readonly tag: Tag
  /** The resource with its article, for a sentence: `an insight`. */
  readonly noun: string
  readonly scope: Scope
  readonly params: z.ZodType
}

/**
 * Registers the method DELETE for a resource that is deleted by PATCH only. The response is always 405,
 * without a body. A hook sends it before the body of the request is read, so it does not matter if that
 * body is invalid.
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
