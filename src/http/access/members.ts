import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { MemberBody, MemberChange, MemberCreate, MemberPageBody } from '#contract/member.ts'
import { PageQuery } from '#contract/paging.ts'
import { MemberPath, ProjectPath } from '#contract/paths.ts'
import { type Caller, callerOf, projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { counted, countedPage } from '#http/server/paging.ts'
import { pathNumber } from '#http/server/path-number.ts'
import { route } from '#http/server/route.ts'
import type { Member, MemberStore } from '#metadata/access/member-store.ts'
import type { Clock } from '#shared/clock.ts'
import { hashPassword } from '#shared/password.ts'
import { RequestError } from '#shared/request-error.ts'
import { toUserBody } from './user-body.ts'

interface MemberRouteDeps {
  readonly members: MemberStore
  readonly clock: Clock
}

/** `/members/` of a project: its users and their roles. */
export function memberRoutes(app: FastifyInstance, deps: MemberRouteDeps): void {
  const { members, clock } = deps
  list(
    app,
    {
      get: '/members/',
      summary: 'List the members of a project',
      tag: 'members',
      scope: 'organization_member:read',
      params: ProjectPath,
      query: PageQuery,
      answer: MemberPageBody,
      paging: counted,
    },
    async (request, place) => {
      const { id } = projectOf(request)
      const found = await members.list(id, place)
      return countedPage(place, await members.count(id), found.map(toMemberBody))
    },
  )
  route(
    app,
    {
      post: '/members/',
      summary: 'Add a member',
      tag: 'members',
      scope: 'organization_member:write',
      params: ProjectPath,
      body: MemberCreate,
      answer: MemberBody,
      status: 201,
    },
    async (request) => {
      const { email, role, first_name = '', password } = request.body
      if (password !== undefined) requireEveryScope(callerOf(request))
      const passwordHash = password === undefined ? null : await hashPassword(password)
      const user = { email: email.toLowerCase(), firstName: first_name, passwordHash }
      return toMemberBody(await members.add(projectOf(request).id, user, role, clock()))
    },
  )
  oneMemberRoutes(app, deps)
}

// The new user can sign in with the password, and a session has every scope.
function requireEveryScope({ scopes }: Caller): void {
  if (!scopes.includes('*'))
    throw new RequestError(
      'forbidden',
      'permission_denied',
      "A password can only be set by a key with the scope '*': it gives access to everything that its user may do.",
    )
}

function oneMemberRoutes(app: FastifyInstance, { members }: MemberRouteDeps): void {
  const ONE = { tag: 'members', scope: 'organization_member:write', params: MemberPath } as const
  route(
    app,
    {
      patch: '/members/:user_id/',
      summary: 'Change the role of a member',
      ...ONE,
      body: MemberChange,
      answer: MemberBody,
    },
    async (request) => {
      const userId = pathNumber(request.params.user_id)
      return toMemberBody(await members.changeRole(projectOf(request).id, userId, request.body.role))
    },
  )
  route(
    app,
    { delete: '/members/:user_id/', summary: 'Remove a member', ...ONE, status: 204 },
    async (request) => {
      await members.remove(projectOf(request).id, pathNumber(request.params.user_id))
    },
  )
}

const toMemberBody = ({ user, role }: Member): z.infer<typeof MemberBody> => ({
  user: toUserBody(user),
  role,
})
