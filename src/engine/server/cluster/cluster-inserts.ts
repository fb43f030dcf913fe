import { EngineError } from '#engine/engine-error.ts'
import type { EventStore } from '#engine/event-store.ts'
import type { Server } from '#engine/server/server.ts'
import { createServerInserts } from '#engine/server/server-inserts.ts'
import type { Timer } from '#shared/clock.ts'
import { isSharded, localTable } from './render-schema.ts'
import { divideLines } from './sharding.ts'

type Insert = EventStore['insert']

/**
 * Makes the method that inserts rows into a cluster: the rows of events into the local tables of their
 * shards, and the rows of other tables into all servers.
 */
export function createClusterInserts(shards: readonly Server[], timer: Timer): Insert {
  const inserts = shards.map(({ writer }) => createServerInserts(writer, timer))
  return async (table, columns, lines) => {
    if (!isSharded(table)) return all(inserts.map((insert) => insert(table, columns, lines)))
    const divided = divideLines(table, columns, lines, shards.length)
    const begun = inserts.flatMap((insert, shard) => {
      const some = divided[shard] ?? []
      return some.length === 0 ? [] : [insert(localTable(table), columns, some)]
    })
    await allOrUnsure(begun)
  }
}

/**
 * Resolves when all servers have the rows. After a failure the caller may send the rows to all servers again.
 */
async function all(inserts: readonly Promise<void>[]): Promise<void> {
  const [failure] = await failuresOf(inserts)
  if (failure !== undefined) throw failure
}

/**
 * Waits for inserts that run at once. If all of them fail and none is `unsure`, no row is stored, and the
 * first failure is thrown. After any other failure the error is `unsure`, and the caller must look up which
 * rows are stored.
 */
async function allOrUnsure(inserts: readonly Promise<void>[]): Promise<void> {
  const failures = await failuresOf(inserts)
  if (failures.length === 0) return
  const unsure = failures.find((error) => error instanceof EngineError && error.kind === 'unsure')
  if (failures.length === inserts.length && unsure === undefined) throw failures[0]
  throw unsure ?? new EngineError('unsure', `Some shards have their rows, and others failed: ${failures[0]}`)
}

async function failuresOf(inserts: readonly Promise<void>[]): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(inserts)
  return outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
}
