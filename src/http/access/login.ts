import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Login, loginResponses, logoutResponses } from '#contract/login.ts'
import {
  clearSessionCookie,
  requireOwnPage,
  SESSION_SECONDS,
  sessionTokenOf,
  setSessionCookie,
} from '#http/server/session-cookie.ts'
import type { SessionStore } from '#metadata/access/session-store.ts'
import type { UserStore } from '#metadata/access/user-store.ts'
import type { Clock } from '#shared/clock.ts'
import { RequestError } from '#shared/request-error.ts'
import { newSessionToken } from '#shared/secrets.ts'
import type { CheckPassword } from './check-password.ts'

export interface LoginRouteDeps {
  readonly users: Pick<UserStore, 'byEmail'>
  readonly sessions: Pick<SessionStore, 'open' | 'end'>
  readonly clock: Clock
}
// Neither needs a key.
const SUMMARY = { tags: ['sessions'], security: [] }

/** `/api/login/` and `/api/logout/`: sessions of browsers. */
export function loginRoutes(deps: LoginRouteDeps, checkPassword: CheckPassword): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/login/',
      {
        schema: {
          ...SUMMARY,
          description: 'Opens a session of 30 days and sets its cookie.',
          body: Login,
          response: loginResponses,
        },
      },
      async (request, reply) => {
        const token = await openSession(deps, checkPassword, { ...request.body, address: request.ip })
        setSessionCookie(request, reply, token)
        return { success: true as const }
      },
    )
    app.post(
      '/logout/',
      {
        schema: {
          ...SUMMARY,
          description: 'Ends the session of the cookie, if there is one.',
          response: logoutResponses,
        },
      },
      async (request, reply) => {
        const token = sessionTokenOf(request)
        if (token !== null) {
          requireOwnPage(request)
          await deps.sessions.end(token)
        }
        return clearSessionCookie(reply).code(204).send()
      },
    )
  }
}

async function openSession(
  { users, sessions, clock }: LoginRouteDeps,
  checkPassword: CheckPassword,
  given: { email: string; password: string; address: string },
): Promise<string> {
  const account = await users.byEmail(given.email)
  const token = newSessionToken()
  const isRight = await checkPassword({ ...given, account })
  const nowMs = clock()
  if (
    account === null ||
    !isRight ||
    !(await sessions.open(account, token, nowMs, nowMs + SESSION_SECONDS * 1_000))
  )
    throw new RequestError('unauthenticated', 'authentication_failed', 'Email or password is wrong.')
  return token
}
