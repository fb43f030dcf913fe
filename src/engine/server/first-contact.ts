import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { EngineError } from '#engine/engine-error.ts'
import { resultOfJson } from '#engine/query-result.ts'
import { identifier, sql } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import type { Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import type { ServerClient } from './server-client.ts'
import { WRONG_LOGIN } from './server-error.ts'
import { pause } from './server-inserts.ts'

/** A server that this program cannot work with. The message is a sentence for the operator. */
export class ServerRefusedError extends Error {
  override name = 'ServerRefusedError'
}

export interface FirstContact {
  /** Origin of the server, for the messages of errors. */
  readonly origin: string
  readonly user: string
  readonly database: string
  /** Connections that name no database. */
  readonly client: ServerClient
  readonly timer: Timer
  readonly log: Log
}

/** The earliest version that has every setting and type that the statements use. */
const LEAST_VERSION = [26, 3] as const
const WAIT_MS = 60_000
const RETRY_MS = 1_000

const UNKNOWN_DATABASE = 81
const ACCESS_DENIED = 497

/**
 * Waits for at most a minute until the server answers. Then checks its version, and makes the database if it
 * does not exist.
 * @throws ServerRefusedError if the server cannot be used
 */
export async function meetServer(contact: FirstContact): Promise<void> {
  const version = await firstAnswer(contact)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = LEAST_VERSION
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    throw new ServerRefusedError(
      `The ClickHouse server ${contact.origin} has version ${version}. Throughline needs ${LEAST_VERSION.join('.')} or later.`,
    )
  await makeDatabase(contact)
}

const Version = z.tuple([z.object({ version: z.string() })])

async function firstAnswer(contact: FirstContact): Promise<string> {
  const { origin, timer, log } = contact
  for (let waitedMs = 0; ; waitedMs += RETRY_MS)
    try {
      const [{ version }] = Version.parse(await ask(contact, 'SELECT version() AS version'))
      return version
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind !== 'unreachable') throw error
      refuseLogin(contact, error)
      if (waitedMs >= WAIT_MS)
        throw new ServerRefusedError(
          `The ClickHouse server ${origin} did not answer for ${WAIT_MS / 1_000} seconds: ${error.message}`,
        )
      if (waitedMs === 0) log.warn({ err: error }, `The ClickHouse server ${origin} does not answer yet.`)
      await pause(timer, RETRY_MS)
    }
}

function refuseLogin({ origin, user }: FirstContact, error: EngineError): void {
  if (WRONG_LOGIN.includes(error.code))
    throw new ServerRefusedError(`The ClickHouse server ${origin} refuses the password of the user ${user}.`)
}

async function makeDatabase(contact: FirstContact): Promise<void> {
  const { origin, user, database } = contact
  try {
    await ask(contact, 'SELECT 1 AS one', { database })
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== UNKNOWN_DATABASE) throw error
    try {
      await ask(contact, renderLiterals(sql`CREATE DATABASE IF NOT EXISTS ${identifier(database)}`))
    } catch (refusal) {
      if (!(refusal instanceof EngineError) || refusal.code !== ACCESS_DENIED) throw refusal
      throw new ServerRefusedError(
        `The ClickHouse server ${origin} has no database ${database}, and the user ${user} may not create it. Create it, or grant CREATE DATABASE.`,
      )
    }
  }
}

/** Rights that the main user must have on all tables of the database. */
const RIGHTS = [
  ...['SELECT', 'INSERT', 'ALTER TABLE', 'CREATE TABLE', 'DROP TABLE', 'TRUNCATE'],
  ...['CREATE DICTIONARY', 'DROP DICTIONARY', 'dictGet'],
] as const
/** Rights that the main user must have on the whole server. */
const RIGHTS_OF_SERVER = ['SYSTEM RELOAD DICTIONARY', 'CREATE TEMPORARY TABLE'] as const
/**
 * Table engines that the main user must be allowed to use. Some servers allow everybody to use all engines.
 */
const TABLE_ENGINES = ['MergeTree', 'ReplacingMergeTree'] as const
const RIGHTS_OF_READER = ['SELECT', 'dictGet'] as const

/**
 * A user of a server: the main user of a single server, the main user of a cluster, or a reader. A reader
 * needs only the rights that questions need.
 */
export type UserKind = 'main' | 'main of a cluster' | 'reader'

function rightsOf(kind: UserKind, own: string): string[] {
  const on = (rights: readonly string[], what: string) => rights.map((right) => `${right} ON ${what}`)
  if (kind === 'reader') return on(RIGHTS_OF_READER, own)
  const engines = kind === 'main' ? TABLE_ENGINES : [...TABLE_ENGINES, 'Distributed']
  return [
    ...on(RIGHTS, own),
    ...on(RIGHTS_OF_SERVER, '*.*'),
    ...engines.map((engine) => `TABLE ENGINE ON ${engine}`),
  ]
}

const Granted = z.tuple([z.object({ result: z.coerce.number() })])

/**
 * Checks what a user may do.
 * @throws ServerRefusedError that names the missing rights
 */
export async function requireRights(contact: FirstContact, kind: UserKind): Promise<void> {
  const { origin, user, database } = contact
  const missing: string[] = []
  for (const right of rightsOf(kind, renderLiterals(sql`${identifier(database)}.*`))) {
    const [{ result }] = Granted.parse(await ask(contact, `CHECK GRANT ${right}`))
    if (result === 0) missing.push(`GRANT ${right} TO ${user}`)
  }
  if (missing.length > 0)
    throw new ServerRefusedError(
      `The user ${user} of the ClickHouse server ${origin} lacks rights. Run: ${missing.join('; ')}.`,
    )
}

const ReadOnly = z.tuple([z.object({ readonly: z.coerce.number() })])

/**
 * Returns the value of the setting `readonly` that each question of this user must send. Null if the user's
 * profile has `readonly = 2`, because no request can change it then.
 * @throws ServerRefusedError if the profile allows no settings, or if the login is wrong
 */
export async function readonlyOf(contact: FirstContact): Promise<1 | null> {
  const { origin, user } = contact
  try {
    const [row] = ReadOnly.parse(await ask(contact, "SELECT getSetting('readonly') AS readonly"))
    return row.readonly === 0 ? 1 : null
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    refuseLogin(contact, error)
    if (error.code !== READONLY) throw error
    throw new ServerRefusedError(
      `The profile of the user ${user} of the ClickHouse server ${origin} has readonly = 1, which allows no limits of time and memory in requests. Set readonly = 2.`,
    )
  }
}
const READONLY = 164

async function ask({ client }: FirstContact, statement: string, settings = {}): Promise<unknown[]> {
  const bytes = await client.run({
    statement,
    queryId: randomUUID(),
    settings: { default_format: 'JSON', max_execution_time: 10, wait_end_of_query: 1, ...settings },
  })
  if (bytes.length === 0) return []
  return (await resultOfJson(bytes)).data
}
