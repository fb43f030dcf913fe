import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shareOf } from './asker.ts'

/**
 * Writes one line for each request at the level `info`. A path may contain the token of a project or of a
 * link. So the line has only those path parameters that are numbers or `@current`, such as the number of a
 * project. All other parameters are shown by their names. Query strings and bodies are never written.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = shownPath(request)
    const { method } = request
    const { statusCode: status, elapsedTime } = reply
    request.log.info(
      { method, path, status, ms: Math.round(elapsedTime * 10) / 10, ...askedBy(request, reply) },
      `${method} ${path} ${status}`,
    )
  })
}

function askedBy(request: FastifyRequest, reply: FastifyReply) {
  return {
    ...(request.project !== null && { project: request.project.id }),
    ...(request.caller !== null && { asker: shareOf(reply) }),
    ...(reply.raw.destroyed && !reply.raw.writableFinished && { isCutOff: true }),
  }
}

/**
 * Returns the path of a request as its route declares it, with the values of the parameters that are
 * numbers or `@current`. Other parameters keep their names.
 */
export function shownPath({ routeOptions, params }: Pick<FastifyRequest, 'routeOptions' | 'params'>): string {
  const values = (params ?? {}) as Readonly<Record<string, unknown>>
  return (routeOptions.url ?? '(no route)').replace(/:(\w+)/g, (name, key) => {
    const value = String(values[key])
    return /^(\d{1,10}|@current)$/.test(value) ? value : name
  })
}
