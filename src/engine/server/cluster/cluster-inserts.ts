import { EngineError } from '#engine/engine-error.ts'
import type { EventStore } from '#engine/event-store.ts'
import type { Server } from '#engine/server/server.ts'
import { createServerInserts, createTokenInserts } from '#engine/server/server-inserts.ts'
import type { Timer } from '#shared/clock.ts'
import { isSharded, localTable } from './render-schema.ts'
import { divideLines } from './sharding.ts'
import type { Topology } from './topology.ts'

type Insert = EventStore['insert']

/**
 * Makes the method that inserts rows into a cluster: the rows of events into the local tables of their
 * shards, and the rows of other tables into all servers.
 */
export function createClusterInserts(topology: Topology, isReplicated: boolean, timer: Timer): Insert {
  const replicated = (some: readonly Server[]) =>
    createTokenInserts(
      some.map(({ writer }) => writer),
      timer,
    )
  const alone = ({ writer }: Server) => createServerInserts(writer, timer)
  const ofShards = isReplicated ? topology.map(replicated) : topology.flat().map(alone)
  const ofServers = isReplicated ? [replicated(topology.flat())] : ofShards
  return async (table, columns, lines) => {
    if (!isSharded(table)) return all(ofServers.map((insert) => insert(table, columns, lines)))
    const divided = divideLines(table, columns, lines, topology.length)
    const begun = ofShards.flatMap((insert, shard) => {
      const some = divided[shard] ?? []
      return some.length === 0 ? [] : [insert(localTable(table), columns, some)]
    })
    await allOrUnsure(begun, isReplicated)
  }
}

/** Resolves when all servers have the rows, which may be sent to them again after a failure. */
async function all(inserts: readonly Promise<void>[]): Promise<void> {
  const [failure] = await failuresOf(inserts)
  if (failure !== undefined) throw failure
}

/**
 * Waits for inserts that run at once. If all of them fail, none of the rows is stored, and the first failure
 * is thrown. If only some fail, the caller must look up which rows are stored.
 * A replicated insert that cannot be reached is never settled by a look: a row that can be seen may be on one
 * replica only.
 */
async function allOrUnsure(inserts: readonly Promise<void>[], isReplicated: boolean): Promise<void> {
  const failures = await failuresOf(inserts)
  if (failures.length === 0) return
  const ofKind = (kind: EngineError['kind']) =>
    failures.find((error) => error instanceof EngineError && error.kind === kind)
  const unreachable = isReplicated ? ofKind('unreachable') : undefined
  if (unreachable !== undefined) throw unreachable
  const unsure = ofKind('unsure')
  if (failures.length === inserts.length && unsure === undefined) throw failures[0]
  throw unsure ?? new EngineError('unsure', `Some shards have their rows, and others failed: ${failures[0]}`)
}

async function failuresOf(inserts: readonly Promise<void>[]): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(inserts)
  return outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
}
