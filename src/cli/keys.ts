import { type Command, InvalidArgumentError } from 'commander'
import { SCOPES, type Scope } from '#contract/scopes.ts'
import { type ApiKey, createApiKeyStore } from '#metadata/access/api-key-store.ts'
import { createUserStore, type User } from '#metadata/access/user-store.ts'
import type { Metadata } from '#metadata/database/open-metadata.ts'
import { createProjectStore } from '#metadata/projects/project-store.ts'
import { newPersonalApiKey } from '#shared/secrets.ts'
import { table } from './table.ts'
import { rowNumber } from './whole-number.ts'
import { withMetadata } from './with-metadata.ts'

interface KeyOptions {
  readonly scope: readonly string[]
  readonly label: string
  readonly project?: readonly number[]
  readonly user?: string
}

/** `throughline keys`: personal API keys, of any user. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('personal API keys of the data folder')
  keys
    .command('create')
    .description('make a key and print it, this once')
    .requiredOption('--scope <scope>', 'what it may do, such as insight:read, or * (repeatable)', readScope)
    .option('--label <label>', 'what it is for', 'Command line')
    .option('--project <id>', 'a project that it is limited to (repeatable)', readProject)
    .option('--user <email>', 'whose key it is; without it, the first user')
    .action((options: KeyOptions) => withMetadata((metadata) => createKey(metadata, options)))
  keys
    .command('list')
    .description('every key, without its value')
    .action(() => withMetadata(listKeys))
  keys
    .command('revoke')
    .description('delete a key: it opens nothing from then on')
    .argument('<id>', 'its number in the list', rowNumber)
    .action((id: number) => withMetadata((metadata) => revokeKey(metadata, id)))
}

function readScope(text: string, before: readonly Scope[] = []): Scope[] {
  const scope = SCOPES.find((one) => one === text)
  if (scope === undefined) throw new InvalidArgumentError(`The scopes are ${SCOPES.join(', ')}.`)
  return [...new Set([...before, scope])]
}
const readProject = (text: string, before: readonly number[] = []): number[] => [
  ...new Set([...before, rowNumber(text)]),
]

async function createKey(metadata: Metadata, { scope, label, project, user: email }: KeyOptions) {
  const user = await userOf(metadata, email)
  const own = (await createProjectStore(metadata).ofUser(user.id)).map(({ id }) => id)
  const foreign = project?.find((id) => !own.includes(id))
  if (foreign !== undefined) throw new Error(`${user.email} is not a member of a project ${foreign}.`)
  const secret = newPersonalApiKey()
  const key = { userId: user.id, label, scopes: scope, projectIds: project ?? null }
  await createApiKeyStore(metadata).create(key, secret, Date.now())
  return secret
}

async function userOf(metadata: Metadata, email: string | undefined): Promise<User> {
  const users = createUserStore(metadata)
  const user = email === undefined ? await users.first() : await users.byEmail(email)
  if (user === null) throw new Error(email === undefined ? 'There is no user.' : `There is no user ${email}.`)
  return user
}

async function listKeys(metadata: Metadata): Promise<string> {
  const keys = await createApiKeyStore(metadata).all()
  const users = await createUserStore(metadata).byIds([...new Set(keys.map(({ userId }) => userId))])
  const row = (key: ApiKey) => [
    String(key.id),
    users.get(key.userId)?.email ?? '',
    key.mask,
    key.scopes.join(','),
    key.projectIds?.join(',') ?? 'all',
    key.lastUsedAt ?? 'never',
    JSON.stringify(key.label),
  ]
  return table([['ID', 'USER', 'KEY', 'SCOPES', 'PROJECTS', 'LAST USED', 'LABEL'], ...keys.map(row)])
}

async function revokeKey(metadata: Metadata, id: number): Promise<string> {
  const store = createApiKeyStore(metadata)
  const key = (await store.all()).find((one) => one.id === id)
  if (key === undefined || !(await store.delete(key.userId, id))) throw new Error(`There is no key ${id}.`)
  return `Key ${id}, ${JSON.stringify(key.label)}, is revoked.`
}
