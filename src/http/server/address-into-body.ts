import type { FastifyRequest } from 'fastify'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'

/**
 * Makes the parameters of the address defaults for the fields of the body, which is checked with them; all but those of these
 * names, which stay in the address. `offset` of the address counts before that of the body: `next` is followed with the same body.
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
