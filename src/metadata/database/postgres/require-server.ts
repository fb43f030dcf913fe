import { sql } from 'kysely'
import type { Metadata } from '#metadata/database/schema.ts'
import { MetadataServerError } from '#metadata/database/unavailable-error.ts'
import { serverNameOf } from './connect.ts'

/**
 * The oldest and the newest major version of PostgreSQL for which this version of Throughline was written.
 */
const OLDEST = 14
const NEWEST = 18

interface Facts {
  readonly version: number
  readonly encoding: string
  readonly database: string
  readonly user_name: string
  readonly schema: string | null
  readonly may_create: boolean | null
  /** The schema in which the search path finds tables of Throughline; null if there are none. */
  readonly tables_schema: string | null
  readonly is_standby: boolean
}

/**
 * Requires a server that can hold the metadata.
 * @throws MetadataServerError
 */
export async function requireServer(metadata: Metadata, url: string): Promise<void> {
  const { rows } = await sql<Facts>`SELECT
  current_setting('server_version_num')::bigint / 10000 AS version,
  current_setting('server_encoding') AS encoding,
  current_database() AS database,
  current_user AS user_name,
  current_schema() AS schema,
  has_schema_privilege(current_schema(), 'CREATE') AS may_create,
  (
    SELECT relnamespace::regnamespace::text
    FROM pg_class
    WHERE oid = to_regclass('metadata_version')
  ) AS tables_schema,
  pg_is_in_recovery() AS is_standby`.execute(metadata)
  const [facts] = rows
  if (facts === undefined) throw new Error('PostgreSQL has told nothing about itself')
  const fault = faultOf(facts, `PostgreSQL at ${serverNameOf(url)}`)
  if (fault !== null) throw new MetadataServerError(`DATABASE_URL: ${fault}`)
}

/** Returns the first reason why a server cannot hold the metadata; null if it can. */
export function faultOf(facts: Facts, server: string): string | null {
  const { database, user_name: user, schema, tables_schema: tablesSchema } = facts
  if (facts.version < OLDEST || facts.version > NEWEST)
    return `${server} has version ${facts.version}. Throughline needs ${OLDEST} to ${NEWEST}.`
  if (facts.is_standby) return `${server} is a standby, which only reads. Give the address of the primary.`
  if (facts.encoding !== 'UTF8')
    return `the database ${database} has the encoding ${facts.encoding}. Create one with CREATE DATABASE throughline ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0.`
  if (schema === null)
    return `the database ${database} has no schema in which the user ${user} can have tables. Run CREATE SCHEMA ${user} AUTHORIZATION ${user} in it.`
  // A schema that was made after the tables may come first in the search path. New tables in it would hide
  // the others.
  if (tablesSchema !== null && tablesSchema !== schema)
    return `the tables of Throughline are in the schema ${tablesSchema} of the database ${database}, but new tables of the user ${user} would be in the schema ${schema}. Run ALTER ROLE ${user} IN DATABASE ${database} SET search_path = ${tablesSchema}.`
  if (facts.may_create !== true)
    return `the user ${user} may not create tables in the schema ${schema} of the database ${database}. Run GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${user} in it.`
  return null
}
