import { type Command, InvalidArgumentError } from 'commander'
import { SCOPES, type Scope } from '#contract/scopes.ts'
import { type ApiKey, createApiKeyStore } from '#metadata/access/api-key-store.ts'
import { createUserStore, type User } from '#metadata/access/user-store.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createProjectStore } from '#metadata/projects/project-store.ts'
import { newPersonalApiKey } from '#shared/secrets.ts'
import { rowNumber } from './argument-parsers.ts'
import { table } from './table.ts'
import { withMetadata } from './with-metadata.ts'

interface KeyOptions {
  readonly scope: readonly Scope[]
  readonly label: string
  readonly project?: readonly number[]
  readonly user?: string
}

/** Adds `throughline keys`, which manages personal API keys of any user. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('personal API keys of the data folder')
  keys
    .command('create')
    .description('create a key and print it; it cannot be shown again')
    .requiredOption('--scope <scope>', 'scope such as insight:read, or * for all (repeatable)', parseScope)
    .option('--label <label>', 'name of the key in lists', 'Command line')
    .option('--project <id>', 'limit the key to this project (repeatable)', parseProject)
    .option('--user <email>', 'owner of the key (default: the first user)')
    .action((options: KeyOptions) => withMetadata((metadata) => createKey(metadata, options)))
  keys
    .command('list')
    .description('list all keys, without their values')
    .action(() => withMetadata(listKeys))
  keys
    .command('revoke')
    .description('delete a key; requests with it are refused from then on')
    .argument('<id>', 'id of the key in the list', rowNumber)
    .action((id: number) => withMetadata((metadata) => revokeKey(metadata, id)))
}

function parseScope(text: string, before: readonly Scope[] = []): Scope[] {
  const scope = SCOPES.find((one) => one === text)
  if (scope === undefined) throw new InvalidArgumentError(`Expected one of ${SCOPES.join(', ')}.`)
  return [...new Set([...before, scope])]
}
const parseProject = (text: string, before: readonly number[] = []): number[] => [
  ...new Set([...before, rowNumber(text)]),
]

async function createKey(metadata: Metadata, { scope, label, project, user: email }: KeyOptions) {
  const user = await userOf(metadata, email)
  const own = (await createProjectStore(metadata).ofUser(user.id)).map(({ id }) => id)
  const foreign = project?.find((id) => !own.includes(id))
  if (foreign !== undefined) throw new Error(`${user.email} is not a member of project ${foreign}.`)
  const secret = newPersonalApiKey()
  const key = { userId: user.id, label, scopes: scope, projectIds: project ?? null }
  await createApiKeyStore(metadata).create(key, secret, Date.now())
  return secret
}

async function userOf(metadata: Metadata, email: string | undefined): Promise<User> {
  const users = createUserStore(metadata)
  const user = email === undefined ? await users.first() : await users.byEmail(email)
  if (user === null)
    throw new Error(email === undefined ? 'The data folder has no user.' : `No user has the email ${email}.`)
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
  if (key === undefined || !(await store.delete(key.userId, id))) throw new Error(`No key has the id ${id}.`)
  return `Key ${id}, ${JSON.stringify(key.label)}, was revoked.`
}
