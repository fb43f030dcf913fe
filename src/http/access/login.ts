import type { FastifyInstance } from 'fastify'
import { ErrorBody } from '#contract/error-body.ts'
import { Login, LoginSuccess } from '#contract/user.ts'
import { route } from '#http/server/route.ts'
import {
  clearSessionCookie,
  requireOwnPage,
  SESSION_SECONDS,
  sessionTokenOf,
  setSessionCookie,
} from '#http/server/session-cookie.ts'
import type { SessionStore } from '#metadata/access/session-store.ts'
import type { Account, UserStore } from '#metadata/access/user-store.ts'
import type { Clock } from '#shared/clock.ts'
import { RequestError } from '#shared/request-error.ts'
import { newSessionToken } from '#shared/secrets.ts'
import { deviceOfAccount, setDeviceCookie } from './known-device.ts'
import { type PasswordAttempt, type Passwords, passwordClientOf } from './passwords.ts'

interface LoginRouteDeps {
  readonly users: Pick<UserStore, 'byEmail'>
  readonly sessions: Pick<SessionStore, 'open' | 'end'>
  readonly passwords: Pick<Passwords, 'check'>
  readonly clock: Clock
}

/** Registers `/login/` and `/logout/`, which open and end sessions of browsers. */
export function loginRoutes(app: FastifyInstance, deps: LoginRouteDeps): void {
  route(
    app,
    {
      post: '/login/',
      summary: 'Open a session',
      example: { body: { email: 'ada@example.com', password: 'correct horse' } },
      description:
        'Opens a session of 30 days. Sets the cookie of the session, and a second cookie that identifies the device at later logins.',
      tag: 'sessions',
      isOpen: true,
      body: Login,
      answer: LoginSuccess,
      responses: { 401: ErrorBody, 429: ErrorBody },
    },
    async (request, reply) => {
      const given = { ...request.body, client: passwordClientOf(reply) }
      const { token, account } = await openSession(deps, given)
      setSessionCookie(request, reply, token)
      setDeviceCookie(request, reply, deviceOfAccount(account, deps.clock()))
      return { success: true as const }
    },
  )
  route(
    app,
    {
      post: '/logout/',
      summary: 'End a session',
      description: 'Ends the session of the cookie, if there is one.',
      tag: 'sessions',
      isOpen: true,
      status: 204,
      responses: { 403: ErrorBody },
    },
    async (request, reply) => {
      const token = sessionTokenOf(request)
      if (token !== null) {
        requireOwnPage(request)
        await deps.sessions.end(token)
      }
      clearSessionCookie(reply)
    },
  )
}

async function openSession(
  { users, sessions, passwords, clock }: LoginRouteDeps,
  given: Omit<PasswordAttempt, 'account'>,
): Promise<{ token: string; account: Account }> {
  const account = await users.byEmail(given.email)
  const token = newSessionToken()
  const isRight = await passwords.check({ ...given, account })
  const nowMs = clock()
  if (
    account === null ||
    !isRight ||
    !(await sessions.open(account, token, nowMs, nowMs + SESSION_SECONDS * 1_000))
  )
    throw new RequestError('unauthenticated', 'authentication_failed', 'Email or password is wrong.')
  return { token, account }
}
