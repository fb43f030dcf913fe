import type { FastifyInstance } from 'fastify'
import { ErrorBody } from '#contract/error-body.ts'
import { InvitationAccept, InvitationAccepted } from '#contract/invitation.ts'
import { NewPassword } from '#contract/user.ts'
import { route } from '#http/server/route.ts'
import type { Invitation, InvitationStore, Joining } from '#metadata/access/invitation-store.ts'
import type { Member } from '#metadata/access/member-store.ts'
import type { Account, UserStore } from '#metadata/access/user-store.ts'
import type { Clock } from '#shared/clock.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid, notFound } from '#shared/request-error.ts'
import { type PasswordClient, type Passwords, passwordClientOf } from './passwords.ts'
import { toUserBody } from './user-body.ts'

export interface AcceptDeps {
  readonly invitations: Pick<InvitationStore, 'byToken' | 'accept'>
  readonly users: Pick<UserStore, 'byEmail'>
  readonly passwords: Passwords
  readonly clock: Clock
}
interface Acceptance {
  readonly token: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly client: PasswordClient
}
interface Accepted extends Member {
  readonly invitation: Invitation & { readonly projectName: string }
}

/** Registers `/invitations/accept/`, where the holder of an invitation link joins a project. */
export function acceptInvitationRoutes(app: FastifyInstance, deps: AcceptDeps): void {
  route(
    app,
    {
      post: '/invitations/accept/',
      summary: 'Accept an invitation',
      example: { body: { token: 'thi_from_the_link', password: 'correct horse' } },
      description:
        'Creates an account with the invited address and this password. If the address has an account, send the password of that account. The invitation cannot be used again.',
      tag: 'members',
      isOpen: true,
      body: InvitationAccept,
      answer: InvitationAccepted,
      responses: { 404: ErrorBody, 429: ErrorBody },
    },
    async (request, reply) => {
      const { token, password, first_name = '', last_name = '' } = request.body
      const client = passwordClientOf(reply)
      const given = { token, password, firstName: first_name, lastName: last_name, client }
      const { user, role, invitation } = await acceptInvitation(deps, given)
      const project = { id: invitation.projectId, name: invitation.projectName }
      return { user: toUserBody(user), role, project }
    },
  )
}

/**
 * Joins the project of an invitation with the account of the invited address. If the address already has an
 * account, the request must have the password of this account. The link alone is not enough: it proves that
 * an admin of the project trusts its holder, and not that the account belongs to the holder.
 * @throws RequestError `not_found` if no open invitation has the token, `incorrect_password`,
 * `no_password`, `min_length`, and the errors of {@link Passwords}.
 */
export async function acceptInvitation(deps: AcceptDeps, given: Acceptance): Promise<Accepted> {
  const invitation = await deps.invitations.byToken(given.token, deps.clock())
  if (invitation === null) throw notOpen()
  const account = await deps.users.byEmail(invitation.email)
  const joining = account === null ? await newAccount(deps, given) : await ofAccount(deps, account, given)
  const member = await deps.invitations.accept(given.token, joining, deps.clock())
  if (member === null) throw notOpen()
  return { ...member, invitation }
}

const notOpen = () =>
  notFound('This invitation does not exist, was used or revoked, or has expired. Ask for a new one.')

async function newAccount(
  { passwords }: AcceptDeps,
  { password, firstName, lastName, client }: Acceptance,
): Promise<Joining> {
  const passwordHash = await passwords.hash(parseValue(NewPassword, password, ['password']), client)
  return { kind: 'new', user: { firstName, lastName, passwordHash } }
}

async function ofAccount(
  { passwords }: AcceptDeps,
  account: Account,
  { password, client }: Acceptance,
): Promise<Joining> {
  if (account.passwordHash === null)
    throw invalid(
      'no_password',
      'The account with this address has no password yet. Ask the operator of the server to set its first one.',
      null,
    )
  if (await passwords.check({ email: account.email, password, account, client }))
    return { kind: 'known', account }
  throw invalid(
    'incorrect_password',
    'There is an account with this address, and this is not its password. If somebody else created the account, ask the operator of the server for a new password.',
    'password',
  )
}
