import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import {
  type InvitationBody,
  InvitationCreate,
  InvitationPageBody,
  NewInvitationBody,
} from '#contract/invitation.ts'
import { PageQuery } from '#contract/paging.ts'
import { InvitationPath, ProjectPath } from '#contract/paths.ts'
import { type Caller, callerOf, projectOf } from '#http/server/authenticate.ts'
import { linkTo } from '#http/server/links.ts'
import { list } from '#http/server/list.ts'
import { counted, countedPage } from '#http/server/paging.ts'
import { pathNumber } from '#http/server/path-number.ts'
import { route } from '#http/server/route.ts'
import type { Invitation, InvitationStore } from '#metadata/access/invitation-store.ts'
import type { User, UserStore } from '#metadata/access/user-store.ts'
import type { Clock } from '#shared/clock.ts'
import { notFound, RequestError } from '#shared/request-error.ts'
import { newInvitationToken } from '#shared/secrets.ts'
import { toUserBody } from './user-body.ts'

interface InvitationRouteDeps {
  readonly invitations: InvitationStore
  readonly users: Pick<UserStore, 'byIds'>
  readonly clock: Clock
}

const DAY_MS = 24 * 3_600_000
/** How long an invitation is open. */
export const INVITATION_MS = 7 * DAY_MS

/** Registers `/invitations/` of a project: its open invitations. */
export function invitationRoutes(app: FastifyInstance, deps: InvitationRouteDeps): void {
  const { invitations, clock } = deps
  const toBodies = async (found: readonly Invitation[]) => {
    const creators = await deps.users.byIds([...new Set(found.map(({ createdBy }) => createdBy))])
    return found.map((one) => toInvitationBody(one, creators.get(one.createdBy)))
  }
  list(
    app,
    {
      get: '/invitations/',
      summary: 'List the open invitations of a project',
      tag: 'members',
      scope: 'organization_member:read',
      params: ProjectPath,
      query: PageQuery,
      answer: InvitationPageBody,
      paging: counted,
    },
    async (request, position) => {
      const { id } = projectOf(request)
      const nowMs = clock()
      const found = await invitations.list(id, nowMs, position)
      return countedPage(position, await invitations.count(id, nowMs), await toBodies(found))
    },
  )
  route(
    app,
    {
      post: '/invitations/',
      summary: 'Invite an address to a project',
      example: { body: { email: 'grace@example.com', role: 'viewer' } },
      description:
        'Needs a session, or a key with the scope `*`. A new invitation replaces an open one of the same address. The server sends no mail: give the link in the response to the person.',
      tag: 'members',
      scope: 'organization_member:write',
      params: ProjectPath,
      body: InvitationCreate,
      answer: NewInvitationBody,
      status: 201,
    },
    async (request) => {
      const caller = callerOf(request)
      requireEveryScope(caller)
      const { email, role } = request.body
      const nowMs = clock()
      const token = newInvitationToken()
      const invitation = await invitations.create(
        {
          projectId: projectOf(request).id,
          email: email.toLowerCase(),
          role,
          createdBy: caller.userId,
          token,
          expiresMs: nowMs + INVITATION_MS,
        },
        nowMs,
      )
      const [body] = await toBodies([invitation])
      if (body === undefined) throw new Error('The invitation has no body')
      return { ...body, link: linkTo(request, `/invitation/${token}`), token }
    },
  )
  route(
    app,
    {
      delete: '/invitations/:id/',
      summary: 'Revoke an invitation',
      tag: 'members',
      scope: 'organization_member:write',
      params: InvitationPath,
      status: 204,
    },
    async (request) => {
      const isRevoked = await invitations.revoke(projectOf(request).id, pathNumber(request.params.id))
      if (!isRevoked) throw notFound()
    },
  )
}

// Requires all scopes, because the holder of the link can sign in, and a session has every scope.
function requireEveryScope({ scopes }: Caller): void {
  if (!scopes.includes('*'))
    throw new RequestError(
      'forbidden',
      'permission_denied',
      "An invitation needs a session or a key with the scope '*', because its link gives access to everything that its role may do.",
    )
}

const toInvitationBody = (
  { id, email, role, createdAt, expiresAt }: Invitation,
  creator: User | undefined,
): z.infer<typeof InvitationBody> => ({
  id,
  email,
  role,
  created_by: creator === undefined ? null : toUserBody(creator),
  created_at: createdAt,
  expires_at: expiresAt,
})
