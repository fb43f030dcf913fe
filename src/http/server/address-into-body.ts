import type { FastifyRequest } from 'fastify'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'

/**
 * Returns a hook that copies parameters of the address into the body, before the schema checks the body. A
 * field of the body wins over the parameter with the same name. `offset` is the exception: the `offset` in
 * the address wins, because a client that follows `next` sends its first body again. Parameters in
 * `ofAddress` are not copied.
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
