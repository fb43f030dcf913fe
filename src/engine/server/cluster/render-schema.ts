import { MIRRORS } from '#engine/project-tables.ts'

/** What the tables of a cluster are named and made of. */
export interface ClusterTables {
  /** Name in `system.clusters`. */
  readonly cluster: string
  readonly database: string
  /** Whether the tables are replicated, by a keeper. */
  readonly isReplicated: boolean
}

/** A statement and the servers that it must run on. */
export interface PlacedStatement {
  readonly text: string
  /** `shards`: on one server of each shard. `one`: on one server. The others of a replicated table follow. */
  readonly on: 'every' | 'shards' | 'one'
}

/** The tables whose rows are spread over the shards, with what decides the shard of a row. */
const SHARDING_KEYS: Readonly<Record<string, string>> = {
  events: 'cityHash64(project_id, person)',
  unanchored_event: 'cityHash64(project_id, day)',
}
/** The tables of which each server has all rows, so that joins and dictionaries are local. */
const EVERYWHERE: readonly string[] = [...MIRRORS, 'installation', 'incoming_move']

/** Name of the table that has a shard's own rows of a table. */
export const localTable = (table: string): string => `${table}_local`

export const isSharded = (table: string): boolean => table in SHARDING_KEYS

const COMMENTS = /^(?:--.*\n)+/
const HEAD = /^(CREATE TABLE IF NOT EXISTS|ALTER TABLE|INSERT INTO) (\w+)/
const ENGINE = /^ENGINE = ((?:Replacing)?MergeTree)(?:\((.*)\))?$/m

/**
 * Returns what one statement of a schema file becomes on a cluster, in the order in which it must run. A
 * table of events is a local table on each server, and a table of its own name that reads all of them.
 * Between the steps of a change, questions about a new column fail, and no question is wrong.
 * @throws Error for a statement that is none of those that schema files may have
 */
export function renderForCluster(statement: string, tables: ClusterTables): PlacedStatement[] {
  const text = statement.replace(COMMENTS, '')
  const [head, verb, table = ''] = HEAD.exec(text) ?? []
  if (head === undefined || !(isSharded(table) || EVERYWHERE.includes(table)))
    throw new Error(`A schema file has a statement that is not known on a cluster: ${text.slice(0, 80)}`)
  const rest = text.slice(head.length)
  switch (verb) {
    case 'CREATE TABLE IF NOT EXISTS':
      return isSharded(table) ? createSharded(table, rest, tables) : createEverywhere(table, rest, tables)
    case 'ALTER TABLE':
      return isSharded(table) ? alterSharded(table, rest, tables) : alterEverywhere(table, rest, tables)
    default:
      return fillSharded(table, rest)
  }
}

function createSharded(table: string, rest: string, tables: ClusterTables): PlacedStatement[] {
  const { cluster, database } = tables
  const local = localTable(table)
  const distributed = `Distributed('${cluster}', '${database}', '${local}', ${SHARDING_KEYS[table]})`
  return [
    { on: 'every', text: `CREATE TABLE IF NOT EXISTS ${local}${withEngine(local, rest, tables, SHARD)}` },
    { on: 'every', text: `CREATE TABLE IF NOT EXISTS ${table} AS ${local}\nENGINE = ${distributed}` },
  ]
}

const createEverywhere = (table: string, rest: string, tables: ClusterTables): PlacedStatement[] => [
  { on: 'every', text: `CREATE TABLE IF NOT EXISTS ${table}${withEngine(table, rest, tables, ALL)}` },
]

const alterSharded = (table: string, rest: string, { isReplicated }: ClusterTables): PlacedStatement[] => [
  { on: 'shards', text: `ALTER TABLE ${localTable(table)}${rest}${isReplicated ? WAIT : ''}` },
  { on: 'every', text: `ALTER TABLE ${table}${rest}` },
]

const alterEverywhere = (table: string, rest: string, { isReplicated }: ClusterTables): PlacedStatement[] => [
  { on: isReplicated ? 'one' : 'every', text: `ALTER TABLE ${table}${rest}${isReplicated ? WAIT : ''}` },
]

// Each shard fills its own table from its own rows.
const fillSharded = (table: string, rest: string): PlacedStatement[] => [
  {
    on: 'shards',
    text: `INSERT INTO ${localTable(table)}${rest.replace(/^FROM (\w+)$/gm, (whole, name: string) => (isSharded(name) ? `FROM ${localTable(name)}` : whole))}`,
  },
]

/** The change is complete when all replicas have made it. */
const WAIT = '\nSETTINGS alter_sync = 2'

/** The macros of each server that make one group of replicas: those of a shard, or all servers. */
const SHARD = { group: '{shard}', replica: '{replica}' } as const
const ALL = { group: 'all', replica: '{shard}-{replica}' } as const

function withEngine(
  table: string,
  rest: string,
  { database, isReplicated }: ClusterTables,
  { group, replica }: typeof SHARD | typeof ALL,
): string {
  if (!isReplicated) return rest
  return rest.replace(ENGINE, (_, engine: string, options: string | undefined) => {
    const path = `'/throughline/${database}/${group}/${table}', '${replica}'`
    return `ENGINE = Replicated${engine}(${path}${options === undefined ? '' : `, ${options}`})`
  })
}
