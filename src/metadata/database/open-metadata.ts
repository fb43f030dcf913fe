import { dialectOf } from './dialect.ts'
import { FILE_DIALECT } from './file-dialect.ts'
import { migrate, requireMigrated } from './migrate-metadata.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Metadata } from './schema.ts'

/**
 * Opens the metadata store in `folder` and migrates it. All new migrations run in one transaction, together
 * with the record that they ran.
 */
export const openMetadata = (folder: string, migrations = MIGRATIONS): Promise<Metadata> =>
  FILE_DIALECT.open(folder, (metadata) => migrate(metadata, migrations))

/**
 * Opens the metadata store of a folder that a running server may use at the same time; both write in turns.
 * The tables are not migrated.
 * @throws OtherVersionError if they are not the tables of this version.
 */
export const openMetadataBeside = (folder: string, migrations = MIGRATIONS): Promise<Metadata> =>
  FILE_DIALECT.open(folder, (metadata) => requireMigrated(metadata, migrations))

/** Closes the metadata store. */
export const closeMetadata = (metadata: Metadata): Promise<void> => dialectOf(metadata).close(metadata)

/** Reads closed metadata; see {@link FileDialect.look}. */
export const lookAtMetadata = FILE_DIALECT.look
/** Holds open metadata; see {@link FileDialect.hold}. */
export const holdMetadata = FILE_DIALECT.hold
/** Checks the files of open metadata; see {@link FileDialect.check}. */
export const checkMetadata = FILE_DIALECT.check
