import type { FastifyInstance } from 'fastify'
import { SignedInBody } from '#contract/user.ts'
import { type AuthenticationDeps, callerOfSession } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import { ownBody, type UserBodyDeps } from './users.ts'

/**
 * Registers `GET /login/`, which returns the user who is signed in. If nobody is signed in, the response is
 * a success as well, so that a page can ask without causing an error in the console of the browser.
 */
export function signedInRoute(app: FastifyInstance, deps: UserBodyDeps & AuthenticationDeps): void {
  route(
    app,
    {
      get: '/login/',
      summary: 'Get the user who is signed in',
      description:
        'Returns the user of the session in the cookie; null without a session. A key in the request is ignored.',
      tag: 'sessions',
      isOpen: true,
      answer: SignedInBody,
    },
    async (request) => {
      const caller = await callerOfSession(request, deps)
      const account = caller && (await deps.users.byId(caller.userId))
      return { user: caller && account && (await ownBody(deps, caller, account)) }
    },
  )
}
