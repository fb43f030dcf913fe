import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { ErrorBody } from '#contract/error-body.ts'
import { SetupCreate, SetupState } from '#contract/setup.ts'
import { LoginSuccess } from '#contract/user.ts'
import { route } from '#http/server/route.ts'
import { SESSION_SECONDS, setSessionCookie } from '#http/server/session-cookie.ts'
import type { SessionStore } from '#metadata/access/session-store.ts'
import type { Account, UserStore } from '#metadata/access/user-store.ts'
import type { Clock } from '#shared/clock.ts'
import { invalid, RequestError, throttled } from '#shared/request-error.ts'
import { newSessionToken } from '#shared/secrets.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import { deviceOfAccount, setDeviceCookie } from './known-device.ts'
import { networkOf } from './network-of.ts'
import { type PasswordClient, type Passwords, passwordClientOf } from './passwords.ts'
import type { SetupCode } from './setup-code.ts'

export interface SetupDeps {
  readonly setupCode: SetupCode
  readonly users: Pick<UserStore, 'hasPassword' | 'claimFirst'>
  readonly sessions: Pick<SessionStore, 'open'>
  readonly passwords: Pick<Passwords, 'hash'>
  readonly clock: Clock
}

/**
 * The most wrong codes of one network in a quarter of an hour. This is as many as the wrong passwords that
 * a network may try at one account.
 */
const MOST_WRONG = 10
const WINDOW_SECONDS = 15 * 60

/** Registers `/setup/`, which sets up the first user of a server on which nobody can sign in yet. */
export function setupRoutes(app: FastifyInstance, deps: SetupDeps): void {
  const requireCode = codeCheck(deps)
  route(
    app,
    {
      get: '/setup/',
      summary: 'Whether the first user can be set up',
      tag: 'sessions',
      isOpen: true,
      answer: SetupState,
    },
    async () => ({ is_open: await isOpen(deps) }),
  )
  route(
    app,
    {
      post: '/setup/',
      summary: 'Set up the first user',
      example: {
        body: {
          code: 'from the link of the first start',
          email: 'ada@example.com',
          password: 'correct horse',
        },
      },
      description:
        'Gives the first user an address and a password, and opens a session. Needs the set-up code that the server printed when it started. The code works once, and never if a user has a password.',
      tag: 'sessions',
      isOpen: true,
      body: SetupCreate,
      answer: LoginSuccess,
      responses: { 401: ErrorBody, 403: ErrorBody, 429: ErrorBody },
    },
    async (request, reply) => {
      if (!(await isOpen(deps))) throw isSetUp()
      requireCode(request.ip, request.body.code)
      const account = await claim(deps, request.body, passwordClientOf(reply))
      const token = newSessionToken()
      const nowMs = deps.clock()
      if (!(await deps.sessions.open(account, token, nowMs, nowMs + SESSION_SECONDS * 1_000))) throw isSetUp()
      setSessionCookie(request, reply, token)
      setDeviceCookie(request, reply, deviceOfAccount(account, nowMs))
      return { success: true as const }
    },
  )
}

const isOpen = async ({ setupCode, users }: SetupDeps): Promise<boolean> =>
  setupCode.value !== null && !(await users.hasPassword())

const isSetUp = () =>
  new RequestError('forbidden', 'permission_denied', 'This server already has its first user. Sign in.')

/**
 * Returns a function that checks codes. The function counts a wrong code in the same turn of the event loop
 * in which it compares the code, so that codes in parallel requests are limited as well.
 */
function codeCheck({ setupCode, clock }: Pick<SetupDeps, 'setupCode' | 'clock'>) {
  const limit = createAttemptLimit({ most: MOST_WRONG, windowSeconds: WINDOW_SECONDS, clock })
  return (address: string, code: string): void => {
    const network = networkOf(address)
    const seconds = limit.secondsUntilFree(network)
    if (seconds > 0) throw throttled(seconds)
    if (setupCode.matches(code)) return
    limit.count(network)
    throw new RequestError(
      'unauthenticated',
      'authentication_failed',
      'This is not the set-up code. The server prints the code when it starts; each restart makes a new one.',
      'code',
    )
  }
}

async function claim(
  { setupCode, users, passwords }: SetupDeps,
  { email, password, first_name = '' }: z.output<typeof SetupCreate>,
  client: PasswordClient,
): Promise<Account> {
  const passwordHash = await passwords.hash(password, client)
  const claimed = await users.claimFirst({ email: email.toLowerCase(), firstName: first_name, passwordHash })
  if (claimed === 'taken')
    throw invalid('unique', 'Another user of this server has this address. Use another address.', 'email')
  if (claimed === null) throw isSetUp()
  setupCode.spend()
  return claimed
}
