/** A folder of the program and its border. */
export interface Folder {
  /** Path from the root, such as `src/engine`. */
  readonly path: string
  /** The job of the folder, in at most 15 words. */
  readonly job: string
  /** The file that a reader opens first. */
  readonly first: string
  /** Folders and single files that modules of the folder may import, in addition to each other. */
  readonly imports: readonly string[]
  /** Packages among `GUARDED` that the folder may import. */
  readonly packages?: readonly string[]
  /** Whether the sub-folders may not import each other. Files of the folder itself may import all of them. */
  readonly partsAreApart?: boolean
}

export const HTTP = ['fastify', 'fastify-type-provider-zod', '@fastify/*']
/** Packages that stand for HTTP or for a store. A folder imports them only if its line says so. */
export const GUARDED: readonly string[] = [
  ...[...HTTP, 'kysely', 'libsql', 'pg', 'chdb', '@clickhouse/client'],
]

/** The folders that every folder of `src/http` may import. */
export const BELOW_HTTP = [
  ...['insights', 'listings', 'ingest', 'metadata', 'engine', 'values', 'query'],
  ...['coordination', 'identity', 'upkeep', 'contract', 'shared'],
]

/**
 * The folders of the server, each after the folders that it may import. `npm run borders` writes the lint
 * rules and the table of ARCHITECTURE.md from this list.
 */
export const SERVER: readonly Folder[] = [
  {
    path: 'src/contract',
    job: 'The interface as zod schemas and constants, which a web page can import.',
    first: 'insight.ts',
    imports: [],
  },
  {
    path: 'src/shared',
    job: 'Small parts without a subject: clocks, texts, JSON in parts, slots.',
    first: 'clock.ts',
    imports: ['contract'],
  },
  {
    path: 'src/identity',
    job: 'Computes persons from identity statements, as pure functions.',
    first: 'persons.ts',
    imports: ['shared'],
  },
  {
    path: 'src/coordination',
    job: 'Ports for the state that all nodes share, and their one-process forms.',
    first: 'coordination.ts',
    imports: ['identity', 'shared'],
  },
  {
    path: 'src/control',
    job: 'Carries commands of the operator to the running server over a socket.',
    first: 'serve-control.ts',
    imports: ['shared'],
  },
  {
    path: 'src/metrics',
    job: 'Counts what the server does and shows it for Prometheus.',
    first: 'counts.ts',
    imports: ['shared'],
  },
  {
    path: 'src/tracing',
    job: 'Sends OpenTelemetry spans. Loaded only if its variables are set.',
    first: 'traces.ts',
    imports: ['shared'],
  },
  {
    path: 'src/upkeep',
    job: 'Runs duties, the work that no request asks for, one at a time.',
    first: 'duty.ts',
    imports: ['shared'],
  },
  {
    path: 'src/sequences',
    job: 'Walks through the events of actors, on worker threads.',
    first: 'actor-events.ts',
    imports: ['shared'],
  },
  {
    path: 'src/values',
    job: 'What values mean: dates, time zones, numbers, patterns, subjects of properties.',
    first: 'date-text.ts',
    imports: ['contract', 'shared'],
  },
  {
    path: 'src/fragments',
    job: 'SQL as data: fragments with bound values, literals, patterns, numbers in texts.',
    first: 'fragment.ts',
    imports: ['values', 'shared'],
  },
  {
    path: 'src/hogql',
    job: 'The language of expressions and statements: parses, checks, prints expressions.',
    first: 'parse-hogql.ts',
    imports: ['values', 'fragments', 'shared'],
  },
  {
    path: 'src/query',
    job: 'A question as data: nodes, filters, date ranges, breakdowns, cohorts, formulas.',
    first: 'insight-query.ts',
    imports: ['values', 'hogql', 'contract', 'shared'],
  },
  {
    path: 'src/sql',
    job: 'SQL over the tables of a project: conditions, time buckets, event values, statements.',
    first: 'events.ts',
    imports: ['values', 'fragments', 'hogql', 'query', 'shared'],
  },
  {
    path: 'src/engine',
    job: 'The event store, embedded or on servers: its port, turns of queries, streams.',
    first: 'event-store.ts',
    imports: ['fragments', 'sql/person-roots.ts', 'shared'],
    packages: ['chdb', '@clickhouse/client'],
  },
  {
    path: 'src/metadata',
    job: 'A store for each noun, on Kysely over SQLite or PostgreSQL, with migrations.',
    first: 'database/schema.ts',
    imports: ['coordination', 'identity', 'contract', 'shared'],
    packages: ['kysely', 'libsql', 'pg'],
  },
  {
    path: 'src/pairing',
    job: 'Notices that one of the two stores has lost something.',
    first: 'store-marks.ts',
    imports: ['engine', 'metadata', 'fragments', 'shared'],
  },
  {
    path: 'src/backup',
    job: 'Copies both stores as they are at one moment.',
    first: 'snapshot.ts',
    imports: ['engine', 'metadata', 'pairing', 'shared'],
  },
  {
    path: 'src/ingest',
    job: 'Turns capture requests into stored events and persons.',
    first: 'ingest.ts',
    imports: ['coordination', 'identity', 'engine', 'metadata', 'fragments', 'sql', 'contract', 'shared'],
  },
  {
    path: 'src/transfer',
    job: 'Makes the rows of one event store equal to those of another.',
    first: 'copy-rows.ts',
    imports: [
      ...['ingest/store/event-inserter.ts', 'ingest/store/unanchored-events.ts'],
      'ingest/store/flat-properties.ts',
      ...['engine', 'fragments', 'shared'],
    ],
  },
  {
    path: 'src/insights',
    job: 'Answers questions: a folder for each kind, caching, people, warnings.',
    first: 'kind/kind.ts',
    imports: [
      ...['sequences', 'coordination', 'values', 'fragments', 'hogql', 'query', 'sql', 'engine'],
      ...['contract', 'shared'],
    ],
  },
  {
    path: 'src/listings',
    job: 'Reads persons, groups, events and definitions page by page.',
    first: 'persons.ts',
    imports: ['values', 'fragments', 'query', 'sql', 'engine', 'metadata', 'identity', 'contract', 'shared'],
  },
  {
    path: 'src/http',
    job: 'The edge: a folder of routes for each feature.',
    first: 'server/route.ts',
    imports: BELOW_HTTP,
    packages: HTTP,
  },
  {
    path: 'src/demo',
    job: 'Makes the demo project through the HTTP interface.',
    first: 'make-demo.ts',
    imports: ['shared'],
  },
  {
    path: 'src/imports',
    job: 'Reads files of events and sends them through the HTTP interface.',
    first: 'import-files.ts',
    imports: [
      ...['ingest/pipeline.ts', 'ingest/wire/sent-instant.ts', 'ingest/wire/sent-json.ts'],
      ...['ingest/wire/time-form.ts', 'sql/events.ts', 'contract', 'shared'],
    ],
  },
  {
    path: 'src/exports',
    job: 'Writes a project into files through the HTTP interface.',
    first: 'write-export.ts',
    imports: ['imports/read-lines.ts', 'contract', 'shared'],
  },
  {
    path: 'src/app',
    job: 'Reads the settings, composes everything, opens in order and closes in reverse.',
    first: 'compose.ts',
    imports: [
      ...['http', 'insights', 'listings', 'ingest', 'transfer', 'backup', 'pairing', 'metadata'],
      ...['engine', 'sequences'],
      ...['fragments', 'query', 'coordination', 'upkeep', 'metrics', 'tracing', 'control', 'demo'],
      ...['contract', 'shared'],
    ],
    packages: HTTP,
  },
  {
    path: 'src/cli',
    job: 'The command line, the only folder that prints.',
    first: 'main.ts',
    imports: [
      ...[
        'app',
        'demo',
        'imports',
        'exports',
        'ingest',
        'metadata',
        'pairing',
        'engine/parquet/read-parquet.ts',
      ],
      ...['contract', 'shared'],
    ],
  },
]

const GROUND_OF_INSIGHTS = [
  ...['sequences', 'values', 'fragments', 'hogql', 'query', 'sql', 'engine', 'contract', 'shared'],
]
const KIND_PARTS = ['insights/kind', 'insights/table', 'insights/runs']

/** Folders within a folder of the server that have a border of their own. */
export const PARTS: readonly Folder[] = [
  {
    path: 'src/insights/kind',
    job: 'What a kind is made of, and what many kinds share.',
    first: 'kind.ts',
    imports: GROUND_OF_INSIGHTS,
  },
  {
    path: 'src/insights/table',
    job: 'What is shared by the kinds whose answers are rows and columns.',
    first: 'table-kind.ts',
    imports: ['insights/kind', ...GROUND_OF_INSIGHTS],
  },
  {
    path: 'src/insights/runs',
    job: 'Finds the runs of actors through steps. Funnels, paths and correlations use it.',
    first: 'walk/walk-runs.ts',
    imports: ['insights/kind', ...GROUND_OF_INSIGHTS],
  },
  {
    path: 'src/insights/kinds',
    job: 'A folder for each kind. A kind imports no other kind.',
    first: 'kinds.ts',
    imports: [...KIND_PARTS, ...GROUND_OF_INSIGHTS],
    partsAreApart: true,
  },
  {
    path: 'src/insights/questions',
    job: 'Finds the kind of a question and parses the question.',
    first: 'find-kind.ts',
    imports: ['insights/kind', 'insights/kinds/kinds.ts', 'values', 'query', 'contract', 'shared'],
  },
  {
    path: 'src/insights/answering',
    job: 'Answers a question: from the cache or computed, with its warnings.',
    first: 'answering.ts',
    imports: ['insights/questions', 'insights/table', 'insights/kind', 'coordination', ...GROUND_OF_INSIGHTS],
  },
  {
    path: 'src/insights/people',
    job: 'Finds and explains the actors behind a number.',
    first: 'find-people.ts',
    imports: [
      ...['insights/answering', 'insights/questions', 'insights/kind', 'coordination'],
      ...GROUND_OF_INSIGHTS,
    ],
  },
  {
    path: 'src/http/server',
    job: 'The kit of routes: route, list, pages, CSV, errors, OpenAPI. Knows no feature.',
    first: 'route.ts',
    imports: [
      ...['metadata', 'engine', 'insights', 'listings', 'coordination', 'upkeep', 'contract', 'shared'],
    ],
    packages: HTTP,
  },
]
