import type { FileDialect } from './dialect.ts'
import { inProcessSqlite } from './sqlite/in-process-sqlite.ts'

/** The dialect of the metadata in a data folder. No other file chooses one. */
export const FILE_DIALECT: FileDialect = inProcessSqlite
