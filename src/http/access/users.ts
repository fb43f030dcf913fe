import type { FastifyInstance } from 'fastify'
import { ErrorBody } from '#contract/error-body.ts'
import { UserPath } from '#contract/paths.ts'
import { FormatQuery } from '#contract/text.ts'
import { OwnUserBody, OwnUserChange } from '#contract/user.ts'
import { type AuthenticationDeps, type Caller, callerOf, projectsOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import type { Account, UserStore } from '#metadata/access/user-store.ts'
import type { Organization } from '#metadata/projects/organization.ts'
import { invalid, notFound } from '#shared/request-error.ts'
import { shownTo, toOrganizationBody } from './organization-body.ts'
import { type PasswordClient, type Passwords, passwordClientOf } from './passwords.ts'
import { toOwnUserBody } from './user-body.ts'

export interface UserBodyDeps extends Pick<AuthenticationDeps, 'projects'> {
  readonly users: Pick<UserStore, 'byId'>
  readonly organization: Organization
}
interface UserRouteDeps extends UserBodyDeps {
  readonly users: Pick<UserStore, 'byId' | 'update'>
  readonly passwords: Passwords
}
const OWN = { tag: 'users', params: UserPath, answer: OwnUserBody } as const

/** Registers `/users/:uuid/`, the caller's own user. The uuid of any other user is answered with 404. */
export function userRoutes(app: FastifyInstance, deps: UserRouteDeps): void {
  route(
    app,
    { get: '/users/:uuid/', summary: 'Get your user', scope: 'user:read', ...OWN, query: FormatQuery },
    async (request) => {
      const caller = callerOf(request)
      return ownBody(deps, caller, await ownAccount(deps, caller, request.params.uuid))
    },
  )
  route(
    app,
    {
      patch: '/users/:uuid/',
      summary: 'Change your name or password',
      example: { body: { first_name: 'Ada' } },
      scope: 'user:write',
      ...OWN,
      body: OwnUserChange,
      responses: { 429: ErrorBody },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const client = passwordClientOf(reply)
      const account = await ownAccount(deps, caller, request.params.uuid)
      const { first_name, last_name, email, password, current_password } = request.body
      if (email !== undefined && email !== account.email)
        throw invalid('not_supported', 'The email of a user cannot be changed: leave it out.', 'email')
      if (password !== undefined) await requirePassword(deps, account, current_password, client)
      await deps.users.update(account.id, {
        ...(first_name !== undefined && { firstName: first_name }),
        ...(last_name !== undefined && { lastName: last_name }),
        ...(password !== undefined && { passwordHash: await deps.passwords.hash(password, client) }),
      })
      return ownBody(deps, caller, await ownAccount(deps, caller, '@me'))
    },
  )
}

async function ownAccount({ users }: UserRouteDeps, caller: Caller, uuid: string): Promise<Account> {
  const account = await users.byId(caller.userId)
  if (account === null || (uuid !== '@me' && uuid !== account.uuid)) throw notFound()
  return account
}

/** Returns the body of the caller's own user. */
export async function ownBody(deps: UserBodyDeps, caller: Caller, account: Account) {
  const projects = await projectsOf(caller, deps)
  const organization = toOrganizationBody(deps.organization, projects, shownTo(caller, projects))
  return toOwnUserBody(account, organization, projects[0])
}

// Requires the current password. A user without a password cannot set one here; only the operator can.
// Otherwise a key that can change the user could set the first password and sign in with it.
async function requirePassword(
  { passwords }: UserRouteDeps,
  account: Account,
  password: string | undefined,
  client: PasswordClient,
): Promise<void> {
  if (password === undefined) throw invalid('required', 'This field is required.', 'current_password')
  const { email } = account
  if (await passwords.check({ email, password, account, client, isSignedIn: true })) return
  throw invalid('incorrect_password', 'Your current password is incorrect.', 'current_password')
}
