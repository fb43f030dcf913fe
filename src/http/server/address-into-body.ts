import type { FastifyRequest } from 'fastify'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'

/**
 * Returns a hook that makes the parameters of the address defaults for the fields of the body. The body is
 * then checked together with them. Parameters named in `ofAddress` stay in the address. `offset` is the
 * exception: the `offset` in the address wins over the `offset` in the body, because a client follows
 * `next` with the body that it sent first.
 */
export const addressIntoBody =
  (ofAddress: readonly string[]) =>
  async (request: FastifyRequest): Promise<void> => {
    const { body, query } = request
    if (!isJsonObject(body)) return
    const asked = Object.entries(query as JsonObject).filter(([name]) => !ofAddress.includes(name))
    const pages = asked.filter(([name]) => name === 'offset')
    request.body = { ...Object.fromEntries(asked), ...body, ...Object.fromEntries(pages) }
  }
