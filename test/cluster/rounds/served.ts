import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { BUNDLE_VARIABLES, bundleProgram } from '../../fixtures/bundled-program.ts'
import { urlOf } from '../../fixtures/clickhouse/server.ts'
import { CLUSTER, OWNER, READER } from '../../fixtures/clickhouse/server-config.ts'
import { type PostgresServer, startPostgres } from '../../fixtures/postgres-server.ts'
import { runOnPostgres } from '../../fixtures/run-on-postgres.ts'
import { type Exit, type ServerProcess, startServer } from '../../fixtures/server-process.ts'
import { askEach } from '../check.ts'
import type { Cluster } from '../cluster.ts'

/** The program in a process of its own, on PostgreSQL and on the servers of a cluster. */
export interface Served {
  readonly postgres: PostgresServer
  /** The process that runs, or that ran last. */
  readonly server: ServerProcess
  /** Whether it has ended and was not started again. */
  readonly isEnded: boolean
  /** Database of the events on each server. */
  readonly database: string
  kill(): Promise<void>
  start(): Promise<void>
  /** Asks the program to end, and then removes its PostgreSQL server. */
  stop(): Promise<Exit>
}

/** Starts PostgreSQL and the program, with an empty database of this name. Their files are in `folder`. */
export async function serve(folder: string, cluster: Cluster, database: string): Promise<Served> {
  const postgres = await startPostgres()
  await runOnPostgres(postgres.urlOf('postgres'), `CREATE DATABASE ${database}`)
  await askEach(cluster, `CREATE DATABASE ${database}`)
  const program = await bundleProgram()
  const own = mkdtempSync(join(folder, 'throughline-'))
  const variables = {
    ...BUNDLE_VARIABLES,
    DATABASE_URL: postgres.urlOf(database),
    CLICKHOUSE_URL: urlOf(cluster.servers, OWNER, database),
    CLICKHOUSE_CLUSTER: CLUSTER,
    CLICKHOUSE_READER_USER: READER.name,
    CLICKHOUSE_READER_PASSWORD: READER.password,
  }
  const start = () => startServer(own, variables, program)
  let server = await start()
  let isEnded = false
  async function endBy(signal: 'SIGKILL' | 'SIGTERM'): Promise<Exit> {
    isEnded = true
    server.kill(signal)
    return server.exited
  }
  return {
    postgres,
    database,
    get server() {
      return server
    },
    get isEnded() {
      return isEnded
    },
    async kill() {
      await endBy('SIGKILL')
    },
    async start() {
      server = await start()
      isEnded = false
    },
    async stop() {
      const exit = await endBy('SIGTERM')
      await postgres.remove()
      return exit
    },
  }
}
