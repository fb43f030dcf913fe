import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { askServer } from '../../fixtures/clickhouse/ask-server.ts'
import { urlOf } from '../../fixtures/clickhouse/server.ts'
import { CLUSTER, OWNER, READER } from '../../fixtures/clickhouse/server-config.ts'
import { seededRandom } from '../../fixtures/seeded-random.ts'
import { askEach, type Check, expectSame } from '../check.ts'
import type { Cluster } from '../cluster.ts'
import { askAll } from './ask-all.ts'
import { openAskedStore } from './asked-store.ts'
import { randomEvents } from './random-events.ts'

interface Given {
  readonly folder: string
  readonly questions: number
  readonly events: number
  readonly seed: number
}
/** The number of differences that are printed. */
const SHOWN = 5

/** Asks random questions of the embedded engine, of one server and of two shards. */
export const questionCheck = ({ folder, questions, events, seed }: Given): Check => ({
  name: 'one server and two shards have the answers of the embedded engine',
  async run(cluster) {
    const random = seededRandom(seed)
    const given = randomEvents(events, random)
    const stores = []
    for (const [name, settings] of Object.entries(await formsOf(cluster))) {
      const own = join(folder, name)
      mkdirSync(own)
      stores.push(await openAskedStore(name, own, settings, given))
    }
    const [embedded = 0, ...others] = await Promise.all(stores.map((store) => store.countEvents()))
    expectSame(
      'events of the servers',
      others,
      others.map(() => embedded),
    )
    const [first] = cluster.servers
    const stored = first && (await askServer(first, 'SELECT count() FROM alone.events'))
    expectSame('events in the table of the one server', Number(stored), embedded)
    const startedAt = performance.now()
    const { differences, ...asked } = await askAll(stores, questions, seed, random)
    for (const store of stores) await store.close()
    if (differences.length > 0)
      throw new Error(`${differences.length} differences: ${JSON.stringify(differences.slice(0, SHOWN))}`)
    return { events: embedded, ...asked, askedMs: Math.round(performance.now() - startedAt) }
  },
})

/** Returns the settings of each form, and makes its database. */
async function formsOf(
  cluster: Cluster,
): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  for (const name of ['alone', 'together']) await askEach(cluster, `CREATE DATABASE ${name}`)
  const reader = { CLICKHOUSE_READER_USER: READER.name, CLICKHOUSE_READER_PASSWORD: READER.password }
  return {
    embedded: {},
    server: { CLICKHOUSE_URL: urlOf(cluster.servers.slice(0, 1), OWNER, 'alone'), ...reader },
    shards: {
      CLICKHOUSE_URL: urlOf(cluster.servers, OWNER, 'together'),
      CLICKHOUSE_CLUSTER: CLUSTER,
      ...reader,
    },
  }
}
