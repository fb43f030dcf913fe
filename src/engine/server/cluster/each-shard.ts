import type { QueryOptions } from '#engine/event-store.ts'
import type { ReadSize } from '#engine/query-watch.ts'
import type { Fragment } from '#fragments/fragment.ts'
import { isSharded, localTable } from './render-schema.ts'

/** Returns the statement, changed to read only the rows that the asked server has itself. */
export const onLocalTables = (query: Fragment): Fragment => ({
  ...query,
  args: query.args.map((arg) => {
    if (arg.kind === 'fragment') return onLocalTables(arg)
    return arg.kind === 'identifier' && isSharded(arg.name) ? { ...arg, name: localTable(arg.name) } : arg
  }),
})

/**
 * Returns the statement with the database in the names of its dictionaries. Every server of a cluster finds a
 * dictionary by such a name.
 */
export const withQualifiedNames = (query: Fragment, database: string): Fragment => ({
  ...query,
  args: query.args.map((arg) => {
    if (arg.kind === 'fragment') return withQualifiedNames(arg, database)
    return arg.kind === 'bound' && arg.isDictionary
      ? { ...arg, value: `${database}.${String(arg.value)}` }
      : arg
  }),
})

/**
 * Asks all shards at once and returns their answers. If one fails, the queries of the others are stopped.
 * `onRead` of the options is called once, with the sum of what all shards have read.
 */
export async function askEach<Place, Data>(
  shards: readonly Place[],
  options: QueryOptions,
  ask: (shard: Place, options: QueryOptions) => Promise<Data>,
): Promise<Data[]> {
  const failed = new AbortController()
  const signals = [options.signal, failed.signal].filter((one) => one !== undefined)
  const reads: (ReadSize | null)[] = []
  const ofShard: QueryOptions = {
    ...options,
    signal: AbortSignal.any(signals),
    onRead: (read) => void reads.push(read),
  }
  let first: { readonly error: unknown } | null = null
  const answers = await Promise.all(
    shards.map((shard) =>
      ask(shard, ofShard).catch((error: unknown) => {
        first ??= { error }
        failed.abort()
        return null
      }),
    ),
  )
  if (first !== null) throw (first as { readonly error: unknown }).error
  options.onRead?.(sumOf(reads))
  return answers as Data[]
}

const sumOf = (reads: readonly (ReadSize | null)[]): ReadSize | null =>
  reads.reduce(
    (sum, read) =>
      sum === null || read === null ? null : { rows: sum.rows + read.rows, bytes: sum.bytes + read.bytes },
    { rows: 0, bytes: 0 } as ReadSize | null,
  )
