import type { ServerDialect } from './dialect.ts'
import { postgres } from './postgres/postgres.ts'

/** The dialect of the metadata on a server. No other file chooses one. */
export const SERVER_DIALECT: ServerDialect = postgres
