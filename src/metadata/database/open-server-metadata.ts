import type { Waiting } from './dialect.ts'
import { migrate, requireMigrated } from './migrate-metadata.ts'
import { MIGRATIONS, type Migrations } from './migrations.ts'
import { ownTables } from './own-tables.ts'
import type { Metadata } from './schema.ts'
import { SERVER_DIALECT } from './server-dialect.ts'

interface OpenOptions {
  readonly migrations?: Migrations | undefined
  readonly lose?: (error: Error) => void
  readonly isPatient?: boolean
}

/**
 * Opens the metadata store on the PostgreSQL server of an address, such as
 * `postgres://user:password@host:5432/database`, and migrates it. All new migrations run in one
 * transaction, together with the record that they ran. `lose` and `isPatient` as in
 * {@link ServerDialect.open}.
 * @throws MetadataServerError if the server cannot hold the metadata
 * @throws NewerVersionError
 */
export async function openServerMetadata(
  url: string,
  { migrations = MIGRATIONS, lose, isPatient }: OpenOptions = {},
): Promise<Metadata> {
  return SERVER_DIALECT.open(url, (metadata) => migrate(metadata, migrations), lose, isPatient)
}

/**
 * Opens the metadata store of a server that a running Throughline may use at the same time; both write in
 * turns. Changes no table.
 * @throws MetadataServerError
 * @throws OtherVersionError
 */
export async function openServerMetadataBeside(
  url: string,
  waiting: Waiting,
  migrations = MIGRATIONS,
): Promise<Metadata> {
  await SERVER_DIALECT.waitFor(url, waiting)
  return SERVER_DIALECT.openBeside(url, (metadata) => requireMigrated(metadata, migrations))
}

/**
 * Requires that the database has no tables of Throughline, or those of this version. Changes nothing.
 * @throws MetadataServerError
 * @throws OtherVersionError
 */
export async function requireEmptyOrOwn(url: string): Promise<void> {
  const metadata = await SERVER_DIALECT.openBeside(url, async (opened) => {
    if ((await ownTables(opened)).has('installation')) await requireMigrated(opened, MIGRATIONS)
  })
  await SERVER_DIALECT.close(metadata)
}

/** Takes the right of the one node; see {@link ServerDialect.holdNode}. */
export const holdNode = SERVER_DIALECT.holdNode
/** Waits until the server answers; see {@link ServerDialect.waitFor}. */
export const waitForServer = SERVER_DIALECT.waitFor
/** Reads the metadata of one moment; see {@link ServerDialect.freeze}. */
export const freezeMetadata = SERVER_DIALECT.freeze
/** Whether a process reads the metadata of one moment. */
export const isFrozen = SERVER_DIALECT.isFrozen
