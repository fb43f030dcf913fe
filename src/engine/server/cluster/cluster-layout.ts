import { EngineError } from '#engine/engine-error.ts'
import type { Places } from '#engine/places.ts'
import type { EngineSettings } from '#engine/reader-settings.ts'
import { type AskServer, commandServer, type Layout } from '#engine/server/layout.ts'
import type { Server } from '#engine/server/server.ts'
import { pause } from '#engine/server/server-inserts.ts'
import type { Timer } from '#shared/clock.ts'
import { createClusterInserts } from './cluster-inserts.ts'
import { onLocalTables, withQualifiedNames } from './each-shard.ts'
import { isSharded, localTable, type PlacedStatement, renderForCluster } from './render-schema.ts'
import type { Topology } from './topology.ts'

/** Settings of every question. A part of an answer is an error, never a smaller number. */
const SETTINGS: EngineSettings = {
  // A second reading of events within a question reads the events of all shards.
  distributed_product_mode: 'global',
  skip_unavailable_shards: 0,
  distributed_group_by_no_merge: 0,
  optimize_skip_unused_shards: 0,
  distributed_foreground_insert: 1,
  load_balancing: 'in_order',
  fallback_to_stale_replicas_for_distributed_queries: 0,
  max_replica_delay_for_distributed_queries: 1,
}

/** Tables on the servers of a cluster. */
export function clusterLayout(topology: Topology, cluster: string, database: string, timer: Timer): Layout {
  const servers = topology.flat()
  // Shards of one server each need no keeper. The node writes to each of them by itself.
  const isReplicated = topology.some((replicas) => replicas.length > 1)
  const firstOf = (some: readonly Server[]) => some.find((server) => !server.isLost()) ?? (some[0] as Server)
  const shards = () => topology.map(firstOf)
  const onOne = (): readonly Server[] => [firstOf(servers)]
  const targets: Readonly<Record<PlacedStatement['on'], () => readonly Server[]>> = {
    every: () => servers,
    shards,
    one: onOne,
  }
  const runOn = async (some: readonly Server[], statement: string) => {
    for (const server of some) await commandAgain(server, statement, timer)
  }
  const stored = (table: string) => (isSharded(table) ? localTable(table) : table)
  const holdersOf = (table: string) => {
    if (isSharded(table)) return shards()
    return isReplicated ? onOne() : servers
  }
  const places = (_: unknown, ask: AskServer): Places => {
    const askAll =
      (some: () => readonly Server[]): Places['askShards'] =>
      async (query, options) => {
        const answers: unknown[] = []
        for (const server of some()) answers.push(...(await ask(server, query(stored), options)))
        return answers
      }
    return {
      async define(statement) {
        for (const { on, text } of renderForCluster(statement, { cluster, database, isReplicated }))
          await runOn(targets[on](), text)
      },
      everywhere: (statement) => runOn(servers, statement),
      changeRows: (table, statement) => runOn(holdersOf(table), statement(stored(table))),
      askShards: askAll(shards),
      askServers: askAll(() => servers),
    }
  }
  return {
    shards,
    initiator: () => firstOf(servers),
    settings: SETTINGS,
    statement(query, eachShard) {
      const qualified = withQualifiedNames(query, database)
      return eachShard ? onLocalTables(qualified) : qualified
    },
    insert: createClusterInserts(topology, isReplicated, timer),
    places,
  }
}

/** "Metadata on replica is not up to date": another change of the table has not arrived yet. */
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
