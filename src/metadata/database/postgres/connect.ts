import { Client, type ClientBase, type ClientConfig, type CustomTypesConfig, Pool, types } from 'pg'

/** Highest number of connections of a process. All its questions and changes share them. */
const CONNECTIONS = 10
const CONNECT_MS = 10_000
const IDLE_MS = 60_000
/** Time after which an idle connection is probed. The default of the operating system is two hours. */
const KEEP_ALIVE_MS = 10_000

/** Opens connections to the server of an address when they are needed. `begin` prepares each of them. */
export function createPool(url: string, begin: (client: ClientBase) => Promise<void>): Pool {
  const pool = new Pool({
    ...settingsOf(url),
    max: CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    // `pg` waits for the promise, though its type does not say so.
    onConnect: (client) => begin(client) as unknown as undefined,
  })
  // The pool discards an idle connection that ends. Without a listener the process would end, too.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => over.add(client)))
  return pool
}

const over = new WeakSet<ClientBase>()
/**
 * Whether a connection of a pool has ended. This is known before the statement that waits for the connection
 * fails.
 */
export const isOver = (client: ClientBase): boolean => over.has(client)

/** Returns a connection that belongs to no pool. The caller connects and ends it. */
export const createClient = (url: string): Client => new Client(settingsOf(url))

function settingsOf(url: string): ClientConfig {
  return {
    application_name: 'throughline',
    connectionString: withModesOfLibpq(url),
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: TYPES,
  }
}

/** Returns the address so that `sslmode` in it has the meaning that it has for PostgreSQL's own programs. */
function withModesOfLibpq(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !parsed.searchParams.has('sslmode')) return url
  parsed.searchParams.set('uselibpqcompat', 'true')
  return parsed.href
}

/**
 * Returns the name of the server of an address, for errors. It does not have the password, which stays
 * secret.
 */
export function serverNameOf(url: string): string {
  const { host, port } = createClient(url)
  return host.startsWith('/') ? host : `${host}:${port}`
}

/** The codes of `bigint` and of `numeric`, which is the type of a sum of `bigint`. */
const NUMBERS: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC]

const TYPES: CustomTypesConfig = {
  getTypeParser: (id, format) => (NUMBERS.includes(id) ? numberOf : types.getTypeParser(id, format)),
}

/**
 * Converts the text of a number that the server has sent.
 * @throws Error for a whole number that JavaScript cannot hold exactly.
 */
function numberOf(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new Error(`The metadata has a number beyond 2^53: ${text}`)
  return number
}
