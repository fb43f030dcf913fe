import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UserPath, UserSessionPath } from '#contract/paths.ts'
import { SessionListBody } from '#contract/session.ts'
import { FormatQuery } from '#contract/text.ts'
import { callerOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import { sessionTokenOf } from '#http/server/session-cookie.ts'
import { type SessionStore, sessionIdOf } from '#metadata/access/session-store.ts'
import type { UserStore } from '#metadata/access/user-store.ts'
import type { Clock } from '#shared/clock.ts'
import { notFound } from '#shared/request-error.ts'

interface UserSessionDeps {
  readonly users: Pick<UserStore, 'byId'>
  readonly sessions: Pick<SessionStore, 'ofUser' | 'endOfUser'>
  readonly clock: Clock
}

/** Registers `/users/:uuid/sessions/`, which lists the caller's own sessions and can end one of them. */
export function userSessionRoutes(app: FastifyInstance, deps: UserSessionDeps): void {
  route(
    app,
    {
      get: '/users/:uuid/sessions/',
      summary: 'List your sessions',
      tag: 'users',
      scope: 'user:read',
      params: UserPath,
      query: FormatQuery,
      answer: SessionListBody,
    },
    async (request) => {
      const userId = await ownId(deps, request, request.params.uuid)
      const token = sessionTokenOf(request)
      const current = token === null ? null : sessionIdOf(token)
      const sessions = await deps.sessions.ofUser(userId, deps.clock())
      return sessions.map(({ id, createdAt, expiresAt }) => ({
        id,
        created_at: createdAt,
        expires_at: expiresAt,
        is_current: id === current,
      }))
    },
  )
  route(
    app,
    {
      delete: '/users/:uuid/sessions/:id/',
      summary: 'End one of your sessions',
      tag: 'users',
      scope: 'user:write',
      params: UserSessionPath,
      status: 204,
    },
    async (request) => {
      const { uuid, id } = request.params
      if (!(await deps.sessions.endOfUser(await ownId(deps, request, uuid), id))) throw notFound()
    },
  )
}

/**
 * Returns the id of the caller's user.
 * @throws RequestError `not_found` if the uuid belongs to another user.
 */
async function ownId({ users }: UserSessionDeps, request: FastifyRequest, uuid: string): Promise<number> {
  const { userId } = callerOf(request)
  if (uuid === '@me') return userId
  const account = await users.byId(userId)
  if (account?.uuid !== uuid) throw notFound()
  return userId
}
