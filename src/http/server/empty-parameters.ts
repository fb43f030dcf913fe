import type { FastifyInstance } from 'fastify'
import type { JsonObject } from '#shared/json-value.ts'

/**
 * Returns the parameters that have a value. Forms and some clients send an empty parameter for each field
 * that is not filled in. An empty `refresh` is kept, because it means true.
 */
export const withoutEmpty = (parameters: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => {
      if (name === 'refresh') return [[name, value]]
      if (!Array.isArray(value)) return value === '' ? [] : [[name, value]]
      const given = value.filter((one) => one !== '')
      return given.length === 0 ? [] : [[name, given.length === 1 ? given[0] : given]]
    }),
  )

/** Removes empty parameters from the address of every request before any other code reads them. */
export function leaveOutEmptyParameters(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const parameters = request.query as JsonObject
    if (Object.values(parameters).some((value) => value === '' || Array.isArray(value)))
      request.query = withoutEmpty(parameters)
  })
}
