import type { ProvidedContext } from 'vitest'
import { defineConfig } from 'vitest/config'
import type { Reporter, TestModule } from 'vitest/node'

/** Prints the last line of a run, in the form that CI searches for. */
const tally: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    )
    // A file whose set-up failed has no failed test, only tests that never ran.
    const broken = modules.filter(
      (module) =>
        module.state() === 'failed' &&
        [...module.children.allTests()].every((test) => test.result().state !== 'failed'),
    ).length
    const of = (state: string) => states.filter((one) => one === state).length
    process.stdout.write(`${of('passed')} passed, ${of('failed') + broken} failed\n`)
  },
}
// The program sets this too: with libuv's default of four threads, four questions leave no thread to cancel
// them. The process of every test file inherits it.
// biome-ignore lint/style/noProcessEnv: there is no other way to set the number of threads of a process
process.env.UV_THREADPOOL_SIZE ??= '32'

// A few processes take one file after the other and keep the modules of the server. Loading them for each
// file would double the CPU of the unit tests. A process can have one data folder of the event engine open at
// a time, so each file closes what it opens, like useApp does. The time limits end a test that hangs. They
// leave room for a machine whose cores have other work.
const project = (
  name: string,
  include: string[],
  testTimeout = 120_000,
  provide: Partial<ProvidedContext> = {},
  more: { readonly exclude?: string[]; readonly globalSetup?: string[] } = {},
) => ({
  test: {
    name,
    include,
    ...more,
    pool: 'forks' as const,
    isolate: false,
    testTimeout,
    hookTimeout: 120_000,
    // Vitest's default is one second, in which a loaded machine may not draw a page.
    expect: { poll: { timeout: 30_000 } },
    provide: { metadataForm: 'file' as const, eventStore: 'embedded' as const, ...provide },
  },
})

/** Tests of whole apps that `npm test` also runs on a ClickHouse server; `npm run servers` runs all. */
const ON_SERVERS = [
  'test/oracle/{person-questions,statements}.oracle.test.ts',
  'test/acceptance/{cohorts,event-deletion,people}.test.ts',
  'test/security/tenants.test.ts',
]
/** Tests of whole apps that it runs on a cluster of two shards. */
const ON_SHARDS = [
  'test/oracle/{person-questions,statements}.oracle.test.ts',
  'test/acceptance/event-deletion.test.ts',
]
const OF_APPS = ['test/oracle/*.test.ts', 'test/acceptance/*.test.ts', 'test/security/*.test.ts']

/** The tests of what only PostgreSQL has. */
const ON_POSTGRES = 'src/metadata/database/postgres/*.test.ts'

/** `vitest run --mode postgres` opens the servers of the tests with their metadata on PostgreSQL. */
const onForm = (mode: string, name: string, include: string[]) =>
  mode === 'postgres'
    ? project(
        name,
        include,
        120_000,
        { metadataForm: 'postgres' },
        { globalSetup: ['test/fixtures/postgres-server.ts'] },
      )
    : project(name, include)

export default defineConfig(({ mode }) => ({
  test: {
    // One more than there are cores, because many files wait for disks, and for processes and browsers that
    // start.
    maxWorkers: 3,
    globalSetup: ['test/fixtures/template-folders.ts', 'test/fixtures/bundled-walk-worker.ts'],
    reporters: ['default', tally],
    projects: [
      project(
        'unit',
        ['src/**/*.test.ts', 'test/borders/*.test.ts'],
        120_000,
        {},
        { exclude: [ON_POSTGRES] },
      ),
      // The stores of the metadata, on a PostgreSQL server that the run starts.
      project(
        'postgres',
        [ON_POSTGRES, 'src/metadata/**/*.test.ts'],
        120_000,
        { metadataForm: 'postgres' },
        {
          exclude: ['src/metadata/database/{*,sqlite/*}.test.ts'],
          globalSetup: ['test/fixtures/postgres-server.ts'],
        },
      ),
      // `npm run oracle` asks more questions than `npm test` has the time for.
      project('oracle', ['test/oracle/*.test.ts'], mode === 'long' ? 3_600_000 : 240_000, {
        isLong: mode === 'long',
      }),
      project('server', mode === 'servers' ? OF_APPS : ON_SERVERS, 240_000, {
        isLong: false,
        eventStore: 'server',
      }),
      project('shards', mode === 'servers' ? OF_APPS : ON_SHARDS, 240_000, {
        isLong: false,
        eventStore: 'shards',
      }),
      onForm(mode, 'acceptance', ['test/acceptance/*.test.ts']),
      onForm(mode, 'security', ['test/security/*.test.ts']),
      project('page', ['test/page/*.test.ts', 'web/**/*.test.{ts,tsx}']),
      project('process', ['test/process/*.test.ts'], 240_000),
    ],
  },
}))
