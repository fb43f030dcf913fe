import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorResponses } from '#contract/error-body.ts'
import { knownParameters } from '#contract/known-parameters.ts'
import { MemberBody, MemberChange, MemberCreate, MemberPage } from '#contract/member.ts'
import { paging } from '#contract/paging.ts'
import { MemberPath, ProjectPath } from '#contract/paths.ts'
import { Format } from '#contract/text.ts'
import { type Caller, callerOf, projectOf } from '#http/server/authenticate.ts'
import { pageLinks } from '#http/server/page-links.ts'
import { pathNumber } from '#http/server/path-number.ts'
import type { Member, MemberStore } from '#metadata/access/member-store.ts'
import type { Clock } from '#shared/clock.ts'
import { hashPassword } from '#shared/password.ts'
import { RequestError } from '#shared/request-error.ts'
import { toUserBody } from './user-body.ts'

const ListQuery = knownParameters({ ...Format.shape, ...paging() })
const WRITE = { config: { scope: 'organization_member:write' } }
const SUMMARY = { tags: ['members'] }

export interface MemberRouteDeps {
  readonly members: MemberStore
  readonly clock: Clock
}

/** `/members/` of a project: who may do what in it. */
export function memberRoutes(deps: MemberRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(listRoutes(deps))
    await app.register(oneMemberRoutes(deps))
  }
}

function listRoutes({ members, clock }: MemberRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/members/',
      {
        config: { scope: 'organization_member:read' },
        schema: {
          ...SUMMARY,
          params: ProjectPath,
          querystring: ListQuery,
          response: { 200: MemberPage, ...errorResponses },
        },
      },
      async (request) => {
        const { limit, offset } = request.query
        const { id } = projectOf(request)
        const count = await members.count(id)
        return {
          count,
          ...pageLinks(request, { limit, offset, count }),
          results: (await members.list(id, { limit, offset })).map(toMemberBody),
        }
      },
    )
    app.post(
      '/members/',
      {
        ...WRITE,
        schema: {
          ...SUMMARY,
          params: ProjectPath,
          body: MemberCreate,
          response: { 201: MemberBody, ...errorResponses },
        },
      },
      async (request, reply) => {
        const { email, role, first_name = '', password } = request.body
        if (password !== undefined) requireEveryScope(callerOf(request))
        const passwordHash = password === undefined ? null : await hashPassword(password)
        const user = { email: email.toLowerCase(), firstName: first_name, passwordHash }
        const member = await members.add(projectOf(request).id, user, role, clock())
        return reply.code(201).send(toMemberBody(member))
      },
    )
  }
}

// Whoever chooses a password can sign in with it, and a session may do everything that its user may.
function requireEveryScope({ scopes }: Caller): void {
  if (!scopes.includes('*'))
    throw new RequestError(
      'forbidden',
      'permission_denied',
      "A password can be given by a key with the scope '*' only: it opens all that its user may do.",
    )
}

function oneMemberRoutes({ members }: MemberRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.patch(
      '/members/:user_id/',
      {
        ...WRITE,
        schema: {
          ...SUMMARY,
          params: MemberPath,
          body: MemberChange,
          response: { 200: MemberBody, ...errorResponses },
        },
      },
      async (request) => {
        const userId = pathNumber(request.params.user_id)
        return toMemberBody(await members.changeRole(projectOf(request).id, userId, request.body.role))
      },
    )
    app.delete(
      '/members/:user_id/',
      {
        ...WRITE,
        schema: { ...SUMMARY, params: MemberPath, response: { 204: z.undefined(), ...errorResponses } },
      },
      async (request, reply) => {
        await members.remove(projectOf(request).id, pathNumber(request.params.user_id))
        return reply.code(204).send()
      },
    )
  }
}

const toMemberBody = ({ user, role }: Member): z.infer<typeof MemberBody> => ({
  user: toUserBody(user),
  role,
})
