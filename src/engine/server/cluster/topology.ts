import { z } from 'zod'
import { ServerRefusedError } from '#engine/server/first-contact.ts'
import type { AskServer } from '#engine/server/layout.ts'
import type { Server } from '#engine/server/server.ts'
import { sql, text } from '#fragments/fragment.ts'

/** The servers of a cluster: its shards in order, each with its replicas in order. */
export type Topology = readonly (readonly Server[])[]

/** A server as `system.clusters` lists it. */
export interface Listed {
  readonly shard: number
  readonly replica: number
  readonly host: string
  readonly isLocal: boolean
}

const Rows = z.array(
  z.object({
    shard: z.coerce.number(),
    replica: z.coerce.number(),
    host: z.string(),
    is_local: z.coerce.number(),
  }),
)
const OPTIONS = { name: 'cluster.topology', projectId: null, isUpkeep: true } as const

/**
 * Finds the shard and the replica that each server is, by asking the server itself.
 * @throws ServerRefusedError if the servers are not exactly those of the cluster
 */
export async function findTopology(
  servers: readonly Server[],
  cluster: string,
  ask: AskServer,
): Promise<Topology> {
  const query = sql`SELECT
  shard_num AS shard,
  replica_num AS replica,
  concat(host_name, ':', toString(port)) AS host,
  is_local
FROM system.clusters
WHERE cluster = ${text(cluster)}
ORDER BY shard, replica`
  const listings: { server: Server; listed: Listed[] }[] = []
  for (const server of servers) {
    const rows = Rows.parse(await ask(server, query, OPTIONS))
    listings.push({
      server,
      listed: rows.map(({ is_local, ...row }) => ({ ...row, isLocal: is_local === 1 })),
    })
  }
  return placed(listings, cluster)
}

/**
 * Refuses a cluster in which a shard has several servers. After a failure a replica may lack rows, and
 * nothing checks yet that a replica has caught up before it is asked.
 * @throws ServerRefusedError
 */
export function requireNoReplicas(topology: readonly (readonly unknown[])[], cluster: string): void {
  const shard = topology.findIndex((replicas) => replicas.length > 1)
  if (shard !== -1)
    throw new ServerRefusedError(
      `Shard ${shard + 1} of the cluster ${cluster} has ${topology[shard]?.length} servers. This version stores events on shards of one server each.`,
    )
}

/**
 * Orders servers by shard and replica. Each server has listed the whole cluster, and marked itself in the
 * list.
 */
export function placed<One extends Pick<Server, 'origin'>>(
  listings: readonly { readonly server: One; readonly listed: readonly Listed[] }[],
  cluster: string,
): One[][] {
  const shards: One[][] = []
  const all = listings[0]?.listed ?? []
  for (const { server, listed } of listings) {
    if (listed.length === 0)
      throw new ServerRefusedError(
        `The ClickHouse server ${server.origin} knows no cluster ${cluster}. CLICKHOUSE_CLUSTER must be a name in its system.clusters.`,
      )
    const own = listed.filter(({ isLocal }) => isLocal)
    const [place] = own
    if (place === undefined || own.length > 1)
      throw new ServerRefusedError(
        `The ClickHouse server ${server.origin} is ${own.length} servers of the cluster ${cluster}. It must be one of them.`,
      )
    shards[place.shard - 1] ??= []
    const replicas = shards[place.shard - 1] ?? []
    const other = replicas[place.replica - 1]
    if (other !== undefined)
      throw new ServerRefusedError(
        `CLICKHOUSE_URL names one ClickHouse server twice: ${other.origin} and ${server.origin}.`,
      )
    replicas[place.replica - 1] = server
  }
  const missing = all.filter(({ shard, replica }) => shards[shard - 1]?.[replica - 1] === undefined)
  if (missing.length > 0)
    throw new ServerRefusedError(
      `CLICKHOUSE_URL must name every server of the cluster ${cluster}. It lacks ${missing.map(({ host }) => host).join(', ')}.`,
    )
  return shards
}
