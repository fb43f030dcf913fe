import { text as textOf } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { ROLES, type Role } from '#contract/roles.ts'
import { Email, NewPassword } from '#contract/user.ts'
import { createMemberStore } from '#metadata/access/member-store.ts'
import { type Account, createUserStore } from '#metadata/access/user-store.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createProjectStore } from '#metadata/projects/project-store.ts'
import { parseValue } from '#shared/parse-value.ts'
import { hashPassword, newPassword } from '#shared/password.ts'
import { rowNumber } from './argument-parsers.ts'
import { printError } from './print.ts'
import { table } from './table.ts'
import { withMetadata } from './with-metadata.ts'

interface ResetOptions {
  readonly stdin: boolean
  readonly keepKeys: boolean
}
interface UserOptions {
  readonly role?: Role
  readonly project?: number
}

/**
 * Adds `throughline users`, which lists accounts and their roles in projects, creates accounts and resets
 * passwords.
 */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('users of the data folder')
  users
    .command('list')
    .description('list all users and their roles')
    .action(() => withMetadata(listUsers))
  users
    .command('create')
    .description('create a user; reset-password gives them a password')
    .argument('<email>')
    .option('--project <id>', 'project that the user becomes a member of', rowNumber)
    .addOption(new Option('--role <role>', 'role in that project (default: member)').choices([...ROLES]))
    .action((email: string, options: UserOptions) =>
      withMetadata((metadata) => createUser(metadata, email, options)),
    )
  users
    .command('reset-password')
    .description('set a new random password, print it, and end the sessions of the user')
    .argument('<email>')
    .option('--stdin', 'read the password from standard input instead, and do not print it', false)
    .option('--keep-keys', 'keep the personal API keys of a user who was not set up by the operator', false)
    .action((email: string, options: ResetOptions) => resetPassword(email, options))
}

async function listUsers(metadata: Metadata): Promise<string> {
  const projects = createProjectStore(metadata)
  const row = async (user: Account) => [
    String(user.id),
    user.email,
    user.passwordHash === null ? 'no' : 'yes',
    user.setUpBy ?? 'unknown',
    (await projects.ofUser(user.id)).map(({ id, role }) => `${id}:${role}`).join(',') || 'none',
  ]
  const rows = await Promise.all((await createUserStore(metadata).all()).map(row))
  return table([['ID', 'EMAIL', 'PASSWORD', 'SET UP BY', 'PROJECTS'], ...rows])
}

async function createUser(metadata: Metadata, given: string, { role, project }: UserOptions) {
  const email = parseValue(Email, given, ['email']).toLowerCase()
  const users = createUserStore(metadata)
  if ((await users.byEmail(email)) !== null) throw new Error(`A user with the email ${email} already exists.`)
  const user = { email, firstName: '', passwordHash: null, setUpBy: 'operator' } as const
  if (project === undefined && role !== undefined) throw new Error('--role needs --project.')
  if (project === undefined) return `User ${(await users.create(user, Date.now())).id} was created.`
  const known = await createProjectStore(metadata).all()
  if (!known.some(({ id }) => id === project)) throw new Error(`No project has the id ${project}.`)
  const member = await createMemberStore(metadata).create(project, user, role ?? 'member', Date.now())
  return `User ${member.user.id} was created, with the role ${member.role} in project ${project}.`
}

async function resetPassword(email: string, { stdin: isGiven, keepKeys }: ResetOptions): Promise<void> {
  // The password is read before the folder is opened, because the folder must not stay locked while someone
  // types.
  const password = isGiven ? (await textOf(process.stdin)).replace(/\r?\n$/, '') : newPassword()
  await withMetadata(async (metadata) => {
    const passwordHash = await hashPassword(parseValue(NewPassword, password, ['password']))
    const users = createUserStore(metadata)
    const account = await users.byEmail(email)
    if (account === null) throw new Error(`No user has the email ${email}.`)
    const deletedKeys = await users.reset(account.id, passwordHash, keepKeys)
    // The number goes to standard error, because a script reads the password from standard output.
    if (deletedKeys > 0)
      printError(
        `${deletedKeys} personal API keys of ${account.email} were deleted: the account was not set up by the operator, so somebody else may have created them.`,
      )
    return isGiven ? `The password of ${account.email} was set.` : password
  })
}
