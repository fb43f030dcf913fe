import type { FastifyReply, FastifyRequest } from 'fastify'
import { peopleOfNode, placedAtNode } from '#http/people/actors-node.ts'
import { PEOPLE_LISTS, type RequestedPeople, requestedPeople } from '#http/people/asked-people.ts'
import { toAskedPeople } from '#http/people/people-question.ts'
import { askerOf } from '#http/server/asker.ts'
import { callerOf, projectOf, requireScope } from '#http/server/authenticate.ts'
import { withoutEmpty } from '#http/server/empty-parameters.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid, RequestError, withAttr } from '#shared/request-error.ts'
import type { CohortDeps } from './cohort-deps.ts'

/**
 * Returns the root numbers of all persons behind a number of an insight. `query` is the field `query` of a
 * cohort. It selects the number, either as a node or as the address of a list of people.
 * @throws RequestError for a caller without the scope `insight:read`, for a number that does not exist, and
 * for a number that counts groups or sessions.
 */
export async function personsBehindNumber(
  deps: CohortDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  query: string | JsonObject,
): Promise<number[]> {
  requireScope(callerOf(request), 'insight:read')
  const project = projectOf(request)
  try {
    const requested = typeof query === 'string' ? ofAddress(query, project.id) : peopleOfNode(query)
    const asked = await toAskedPeople(deps, project, requested)
    const numbers: number[] = []
    for await (const { actorType, actors } of deps.findPeople.all(asked, askerOf(reply))) {
      if (actorType.of !== 'person')
        throw invalid(
          'invalid_input',
          `The number counts ${actorType.of}s. A cohort has persons: choose a number that counts persons.`,
          null,
        )
      for (const actor of actors) numbers.push(Number(actor))
    }
    return numbers
  } catch (error) {
    throw inQuery(error, query)
  }
}

const ADDRESS = /^\/api\/(?:projects|environments)\/([^/]+)\/persons\/(\w+)\/?$/

/** Returns what the address of a list of people asks for. The address may also be that of a later page. */
function ofAddress(address: string, projectId: number): RequestedPeople {
  const url = URL.canParse(address, 'http://localhost') ? new URL(address, 'http://localhost') : null
  const [, project, path] = ADDRESS.exec(url?.pathname ?? '') ?? []
  const list = PEOPLE_LISTS.find(({ kind }) => kind.cells.path === path)
  if (url === null || list === undefined || project !== String(projectId))
    throw invalid('invalid_input', 'Expected the address of people in an answer of this project.', null)
  const { format: _, ...parameters } = withoutEmpty(Object.fromEntries(url.searchParams))
  return requestedPeople(list.kind, parseValue(list.Request, parameters))
}

/**
 * Returns an error with its attr as a path below the cohort's field `query`. The path leads to the sender's
 * field in a node, or to the parameter of an address.
 */
function inQuery(error: unknown, query: string | JsonObject): unknown {
  if (!(error instanceof RequestError) || error.kind !== 'invalid') return error
  if (error.attr === null) return withAttr(error, 'query')
  return typeof query === 'string'
    ? withAttr(error, `query__${error.attr}`)
    : placedAtNode(error, query, 'query')
}
