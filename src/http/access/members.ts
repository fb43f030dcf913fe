import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { MemberBody, MemberChange, MemberCreate, MemberPageBody } from '#contract/member.ts'
import { PageQuery } from '#contract/paging.ts'
import { MemberPath, ProjectPath } from '#contract/paths.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { counted, countedPage } from '#http/server/paging.ts'
import { pathNumber } from '#http/server/path-number.ts'
import { route } from '#http/server/route.ts'
import type { Member, MemberStore } from '#metadata/access/member-store.ts'
import { invalid } from '#shared/request-error.ts'
import { toUserBody } from './user-body.ts'

interface MemberRouteDeps {
  readonly members: MemberStore
}

/** Registers `/members/` of a project: its users and their roles. */
export function memberRoutes(app: FastifyInstance, deps: MemberRouteDeps): void {
  const { members } = deps
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
    async (request, position) => {
      const { id } = projectOf(request)
      const found = await members.list(id, position)
      return countedPage(position, await members.count(id), found.map(toMemberBody))
    },
  )
  route(
    app,
    {
      post: '/members/',
      summary: 'Add a member whose account the operator has set up',
      example: { body: { email: 'grace@example.com', role: 'member' } },
      description: 'To add a person without an account, send an invitation.',
      tag: 'members',
      scope: 'organization_member:write',
      params: ProjectPath,
      body: MemberCreate,
      answer: MemberBody,
      status: 201,
    },
    async (request) => {
      const { email, role, password } = request.body
      if (password !== undefined) throw passwordRefused()
      return toMemberBody(await members.add(projectOf(request).id, email.toLowerCase(), role))
    },
  )
  oneMemberRoutes(app, deps)
}

// Members cannot set the password of another user: whoever knows the password of an account has access to
// every project that the account is invited to later.
const passwordRefused = () =>
  invalid(
    'not_supported',
    'You cannot set the password of another person. POST email and role to invitations/ of the project, and give the person the link in the response.',
    'password',
  )

function oneMemberRoutes(app: FastifyInstance, { members }: MemberRouteDeps): void {
  const ONE = { tag: 'members', scope: 'organization_member:write', params: MemberPath } as const
  route(
    app,
    {
      patch: '/members/:user_id/',
      summary: 'Change the role of a member',
      example: { body: { role: 'viewer' } },
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
