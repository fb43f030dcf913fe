import { z } from 'zod'
import { MIN_PASSWORD_CHARACTERS } from '#contract/limits.ts'
import { readValue } from '#shared/read-value.ts'

const MiB = 1024 * 1024
const Count = (least: number, standard: number) => z.coerce.number().int().min(least).default(standard)
const Secret = (prefix: string) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}[A-Za-z0-9_-]{16,128}$`),
      `Expected ${prefix} and 16 to 128 letters, digits, _ or -.`,
    )

/** Every setting, with its unit and default. The table in README.md says the same. */
const Environment = z.object({
  /** TCP port; 0 takes a free one. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8000),
  /** Address to listen on. The default reaches only this machine. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /**
   * Addresses and networks of proxies, separated by commas (`loopback`, `10.0.0.0/8`), whose `X-Forwarded-For`, `-Proto` and
   * `-Host` are believed.
   */
  THROUGHLINE_TRUSTED_PROXIES: z.string().default(''),
  /** Folder that holds everything. */
  THROUGHLINE_DATA_DIR: z.string().min(1).default('./data'),
  /** Bytes of a capture body, both as sent and inflated. The hosted system takes 20 MiB. */
  THROUGHLINE_CAPTURE_BODY_BYTES: Count(1024, 20 * MiB),
  /** Bytes of any other body. */
  THROUGHLINE_API_BODY_BYTES: Count(1024, MiB),
  /** Memory of the whole event engine in MiB; its process takes about 270 MiB and up to 1.9 times this. */
  THROUGHLINE_ENGINE_MEMORY_MIB: Count(256, 2048),
  /** Memory of one query in MiB; beyond half of it sorting and grouping use the disk. */
  THROUGHLINE_QUERY_MEMORY_MIB: Count(64, 1024),
  /** Seconds that one query may run. */
  THROUGHLINE_QUERY_SECONDS: Count(1, 60),
  /** MiB of computed answers that are kept; those that were not shown for longest go first. */
  THROUGHLINE_ANSWER_CACHE_MIB: Count(1, 256),
  /** `text`: result, columns, query_status and is_cached as the contract types them. `json`: as plain JSON. */
  THROUGHLINE_COMPUTED_FIELDS: z.enum(['text', 'json']).default('text'),
  /** Check every answer against the contract (slower; a mismatch is a 500). */
  THROUGHLINE_CHECK_RESPONSES: z.stringbool().default(false),
  /** The first start of an empty folder uses these instead of making them up. */
  THROUGHLINE_INIT_USER_EMAIL: z.email().default('admin@throughline.local'),
  THROUGHLINE_INIT_USER_PASSWORD: z.string().min(MIN_PASSWORD_CHARACTERS).optional(),
  THROUGHLINE_INIT_PROJECT_NAME: z.string().min(1).max(200).default('Default project'),
  THROUGHLINE_INIT_PROJECT_TOKEN: Secret('phc_').optional(),
  THROUGHLINE_INIT_PERSONAL_API_KEY: Secret('phx_').optional(),
})
export type Config = Readonly<z.output<typeof Environment>>
type Variables = Readonly<Record<string, string | undefined>>

/**
 * The settings of this process. An empty variable counts as absent.
 * @throws RequestError that names the variable and what it should be.
 */
export function readConfig(variables: Variables = process.env): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  return Object.freeze(readValue(Environment, given))
}

/** Variables that look like ours and are not: most likely a slip of the pen. */
export const unknownVariables = (variables: Variables = process.env): string[] =>
  Object.keys(variables).filter((name) => name.startsWith('THROUGHLINE_') && !(name in Environment.shape))

/** Forms of the stores that the design has and this version has not. */
export const unsupportedVariables = (variables: Variables = process.env): string[] =>
  ['CLICKHOUSE_URL', 'DATABASE_URL'].filter((name) => variables[name])
