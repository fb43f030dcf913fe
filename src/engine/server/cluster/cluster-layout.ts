import { EngineError } from '#engine/engine-error.ts'
import type { Places } from '#engine/places.ts'
import type { EngineSettings } from '#engine/reader-settings.ts'
import { type AskServer, commandServer, type Layout } from '#engine/server/layout.ts'
import type { Server } from '#engine/server/server.ts'
import { pause } from '#engine/server/server-inserts.ts'
import type { Timer } from '#shared/clock.ts'
import { createClusterInserts } from './cluster-inserts.ts'
import { onLocalTables, withQualifiedNames } from './each-shard.ts'
import { isSharded, localTable, renderForCluster } from './render-schema.ts'

/**
 * Settings of every question. If the rows of a shard cannot be read, the question fails; it never gives a
 * smaller number.
 */
const SETTINGS: EngineSettings = {
  // If a question reads events a second time, in a subquery, the subquery reads the events of all shards.
  distributed_product_mode: 'global',
  skip_unavailable_shards: 0,
  distributed_group_by_no_merge: 0,
  optimize_skip_unused_shards: 0,
  distributed_foreground_insert: 1,
  load_balancing: 'in_order',
  fallback_to_stale_replicas_for_distributed_queries: 0,
  max_replica_delay_for_distributed_queries: 1,
}

/**
 * The layout of tables on the shards of a cluster. `shards` has one server for each shard, in the order of
 * the shards. The cluster needs no keeper, because this process writes to each server by itself.
 */
export function clusterLayout(
  shards: readonly Server[],
  cluster: string,
  database: string,
  timer: Timer,
): Layout {
  const initiator = () => shards.find((server) => !server.isLost()) ?? (shards[0] as Server)
  const everywhere = async (statement: string) => {
    for (const server of shards) await commandAgain(server, statement, timer)
  }
  const stored = (table: string) => (isSharded(table) ? localTable(table) : table)
  const places = (_: unknown, ask: AskServer): Places => {
    const askAll: Places['askShards'] = async (query, options) => {
      const answers: unknown[] = []
      for (const server of shards) answers.push(...(await ask(server, query(stored), options)))
      return answers
    }
    return {
      async define(statement) {
        for (const { text } of renderForCluster(statement, { cluster, database, isReplicated: false }))
          await everywhere(text)
      },
      everywhere,
      changeRows: (table, statement) => everywhere(statement(stored(table))),
      askShards: askAll,
      askServers: askAll,
    }
  }
  return {
    shards: () => shards,
    initiator,
    settings: SETTINGS,
    statement(query, eachShard) {
      const qualified = withQualifiedNames(query, database)
      return eachShard ? onLocalTables(qualified) : qualified
    },
    insert: createClusterInserts(shards, timer),
    places,
  }
}

/**
 * Code of the error "Metadata on replica is not up to date": an earlier change of the table has not arrived
 * yet.
 */
const NOT_UP_TO_DATE = 517
const REPEAT_MS = 1_000
const MAX_REPEATS = 60

async function commandAgain(server: Server, statement: string, timer: Timer): Promise<void> {
  for (let repeats = 0; ; repeats++)
    try {
      return await commandServer(server, statement)
    } catch (error) {
      const isBehind = error instanceof EngineError && error.code === NOT_UP_TO_DATE
      if (!isBehind || repeats === MAX_REPEATS) throw error
      await pause(timer, REPEAT_MS)
    }
}
