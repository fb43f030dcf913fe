import type { SeededRandom } from '../../fixtures/seeded-random.ts'
import type { Cluster } from '../cluster.ts'
import type { Served } from './served.ts'

/** Something that goes wrong, and comes back. */
export interface Strike {
  readonly name: string
  begin(): Promise<void>
  end(): Promise<void>
}

/** Returns the next thing that goes wrong, by turn. */
export function strikeOf(round: number, cluster: Cluster, served: Served, random: SeededRandom): Strike {
  const { servers } = cluster
  const server = servers[random.between(0, servers.length - 1)] as (typeof servers)[number]
  const strikes: readonly Strike[] = [
    {
      name: `kill -9 of ClickHouse, shard ${server.config.member.shard}`,
      begin: () => server.kill(),
      end: () => server.start(),
    },
    {
      name: 'kill -9 of PostgreSQL',
      begin: () => served.postgres.kill(),
      end: () => served.postgres.start(),
    },
    { name: 'kill -9 of Throughline', begin: () => served.kill(), end: () => served.start() },
  ]
  return strikes[round % strikes.length] as Strike
}
