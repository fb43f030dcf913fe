import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * What DELETE answers for what is deleted by PATCH alone. As a hook before the body is read: whatever body came along, the
 * answer is the same, and has none.
 */
export const neverDeleted = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
  reply.code(405).header('Allow', 'GET, HEAD, PATCH, PUT').send(undefined)
