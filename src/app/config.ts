import { z } from 'zod'
import { MIN_PASSWORD_CHARACTERS } from '#contract/limits.ts'
import { shown } from '#contract/nearest-name.ts'
import { ServerUrl } from '#engine/server/server-url.ts'
import { parseValue } from '#shared/parse-value.ts'
import { availableMemory, memorySharesOf } from './memory-shares.ts'

const MiB = 1024 * 1024
const WholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) => {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
  const refused = {
    error: ({ input }: { readonly input?: unknown }) =>
      `Expected a whole number ${range}, not ${shown(input)}.`,
  }
  return z
    .string(refused)
    .regex(/^\s*\d+\s*$/, refused)
    .transform(Number)
    .pipe(z.number().min(least, refused).max(most, refused))
}
const Count = (least: number, standard: number) => WholeNumber(least).default(standard)
const Secret = (prefix: string) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}[A-Za-z0-9_-]{16,128}$`),
      `Expected ${prefix} and 16 to 128 letters, digits, _ or -.`,
    )

const shares = memorySharesOf(availableMemory())

/** Every setting with its unit and default. The table in docs/settings.md lists the same settings. */
const Environment = z.object({
  /** TCP port; 0 takes a free one. */
  PORT: WholeNumber(0, 65_535).default(8000),
  /** Address to listen on. With the default, only this machine can connect. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /**
   * Addresses and networks of trusted proxies, separated by commas (`loopback`, `10.0.0.0/8`).
   * `X-Forwarded-For`, `-Proto` and `-Host` from any other sender are ignored.
   */
  THROUGHLINE_TRUSTED_PROXIES: z.string().default(''),
  /** Folder with the stores that are not on servers. */
  THROUGHLINE_DATA_DIR: z.string().min(1).default('./data'),
  /** Address of the PostgreSQL database that has the metadata. Without it, the metadata is in the folder. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, 'Expected postgres://user:password@host:5432/database.')
    .optional(),
  /** Addresses of the ClickHouse servers that have the events. Without them, the events are in the folder. */
  CLICKHOUSE_URL: ServerUrl.optional(),
  /** The cluster of these servers, by its name in their configuration. Without it there is one server. */
  CLICKHOUSE_CLUSTER: z.string().optional(),
  /** The ClickHouse user who asks the questions of clients. Without it, the user of the address asks them. */
  CLICKHOUSE_READER_USER: z.string().optional(),
  CLICKHOUSE_READER_PASSWORD: z.string().optional(),
  /**
   * Largest capture body in bytes; applies to the body as sent and to the inflated body. PostHog's hosted
   * service accepts 20 MiB.
   */
  THROUGHLINE_CAPTURE_BODY_BYTES: Count(1024, 20 * MiB),
  /**
   * Memory in MiB for all request bodies, as sent and inflated. A body counts until its response. Requests
   * beyond the limit get a 503. Default: a sixteenth of the memory of the machine or container, between 64
   * and 512.
   */
  THROUGHLINE_BODY_MEMORY_MIB: Count(32, shares.bodies),
  /**
   * Open connections from one address. Further connections get a 503 and are closed. Trusted proxies have
   * no limit.
   */
  THROUGHLINE_CONNECTIONS_PER_ADDRESS: Count(1, 512),
  /** Largest body of other requests in bytes. */
  THROUGHLINE_API_BODY_BYTES: Count(1024, MiB),
  /**
   * Memory of the whole event engine in MiB. Its process takes about 270 MiB, and up to 1.9 times this
   * value. Default: five sixteenths of the memory of the machine or container, between 256 and 2048.
   */
  THROUGHLINE_ENGINE_MEMORY_MIB: Count(256, shares.engine),
  /**
   * Memory of one query in MiB. Beyond half of it, sorting and grouping use the disk; a result has at most
   * half of it. Default: a sixteenth of the memory of the machine or container, between 64 and 1024.
   */
  THROUGHLINE_QUERY_MEMORY_MIB: Count(64, shares.query),
  /** Longest time of one query in seconds. */
  THROUGHLINE_QUERY_SECONDS: Count(1, 60),
  /**
   * Number of queries that may wait for their turn. A project may have half of them, and a key or user a
   * quarter. Further queries get a 429 at once.
   */
  THROUGHLINE_WAITING_QUERIES: Count(4, 400),
  /** Size of all cached results in MiB. Beyond it, the least recently shown results are deleted. */
  THROUGHLINE_ANSWER_CACHE_MIB: Count(1, 256),
  /**
   * Disk space in MiB that events may not use. If less is free, capture responds with 503; below twice this
   * space, merges stop. The engine itself refuses inserts below 64 MiB.
   */
  THROUGHLINE_RESERVED_DISK_MIB: Count(64, 128),
  /**
   * Lowest level of the lines that are logged. `info` has a line for each request. The start and the stop
   * are logged at every level except `silent`.
   */
  THROUGHLINE_LOG: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  /** Form of the log lines: JSON objects, or text for people. Text is the default on a terminal. */
  THROUGHLINE_LOG_FORMAT: z.enum(['json', 'text']).default(process.stdout.isTTY === true ? 'text' : 'json'),
  /**
   * The bearer token that `/metrics` requires. Without it, only programs on this machine may read the
   * metrics, and a proxy may not read them for others.
   */
  THROUGHLINE_METRICS_TOKEN: z.string().min(16, 'Expected at least 16 characters.').optional(),
  /**
   * `text`: result, columns, query_status and is_cached as the contract types them. `json`: the same fields
   * as plain JSON.
   */
  THROUGHLINE_COMPUTED_FIELDS: z.enum(['text', 'json']).default('text'),
  /**
   * Checks every response against the contract. This is slower, and a response that does not match becomes
   * a 500.
   */
  THROUGHLINE_CHECK_RESPONSES: z.stringbool().default(false),
  /**
   * This setting and the next four are read on the first start of an empty folder. If the token or the key
   * is absent, one is generated. Without a password, the first user is set up with a code.
   */
  THROUGHLINE_INIT_USER_EMAIL: z.email().default('admin@throughline.local'),
  THROUGHLINE_INIT_USER_PASSWORD: z.string().min(MIN_PASSWORD_CHARACTERS).optional(),
  THROUGHLINE_INIT_PROJECT_NAME: z.string().min(1).max(200).default('Default project'),
  THROUGHLINE_INIT_PROJECT_TOKEN: Secret('phc_').optional(),
  THROUGHLINE_INIT_PERSONAL_API_KEY: Secret('phx_').optional(),
})
export type Config = Readonly<z.output<typeof Environment>>
type Variables = Readonly<Record<string, string | undefined>>

/**
 * Returns the settings of this process. An empty variable counts as absent.
 * @throws RequestError that names the variable and the expected value.
 */
export function parseConfig(variables: Variables = process.env): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  return Object.freeze(parseValue(Environment, given))
}

/** Returns the settings of this process with other values of some variables. @throws RequestError as above */
export const parseConfigWith = (changes: Variables): Config => parseConfig({ ...process.env, ...changes })

/** Returns the settings with both stores in a folder. */
export const folderConfig = (folder: string): Config =>
  parseConfigWith({
    THROUGHLINE_DATA_DIR: folder,
    DATABASE_URL: '',
    CLICKHOUSE_URL: '',
    CLICKHOUSE_CLUSTER: '',
    CLICKHOUSE_READER_USER: '',
    CLICKHOUSE_READER_PASSWORD: '',
  })

/** Returns the addresses of the servers to which the command `migrate` moves stores. */
export const addressesOfMove = (variables: Variables = process.env): Variables => ({
  TO_CLICKHOUSE_URL: variables.TO_CLICKHOUSE_URL,
  TO_DATABASE_URL: variables.TO_DATABASE_URL,
})

/** Returns the variables that have our prefix but are no setting; most likely they are misspelled. */
export const unknownVariables = (variables: Variables = process.env): string[] =>
  Object.keys(variables).filter((name) => name.startsWith('THROUGHLINE_') && !(name in Environment.shape))

/** Whether this process is a child of `npm start`. */
export const isUnderNpm = (variables: Variables = process.env): boolean =>
  variables.npm_lifecycle_event === 'start'

/**
 * Whether the standard variables of OpenTelemetry ask for traces. The packages of OpenTelemetry read all
 * other variables.
 */
export const areTracesWanted = (variables: Variables = process.env): boolean =>
  Boolean(variables.OTEL_EXPORTER_OTLP_ENDPOINT || variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
  variables.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  variables.OTEL_TRACES_EXPORTER !== 'none'
