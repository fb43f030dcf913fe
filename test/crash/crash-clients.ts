import type { SeededRandom } from '../fixtures/seeded-random.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'
import type { Writing } from '../fixtures/until-broken.ts'
import { createEventClient, type EventClient } from './event-client.ts'
import { createInsightClient } from './insight-client.ts'
import { createPeopleClient } from './people-client.ts'
import { printStored } from './print-stored.ts'

export interface StoredFigures {
  readonly acknowledgedEvents: number
  readonly acknowledgedInsightChanges: number
  readonly acknowledgedMerges: number
  readonly deletedPersons: number
  readonly lostEvents: number
  readonly eventsStoredTwice: number
  /** Of persons whose deletion was acknowledged. */
  readonly returnedEvents: number
  readonly lostInsights: number
  readonly lostMerges: number
  readonly unreadableParts: number
  /** Wrong numbers, and parts that cannot be read. */
  readonly faults: readonly string[]
}

/** Clients that write everything that the server stores, and remember the acknowledged part of it. */
export interface CrashClients {
  /** Writes until the connection breaks or `writing` ends. */
  run(server: ServerProcess, writing: Writing): Promise<void>
  /** Compares with everything that is stored; `stop` ends the server in between. */
  compare(server: ServerProcess, dataFolder: string, stop: () => Promise<unknown>): Promise<StoredFigures>
}

export function createCrashClients(random: SeededRandom, noiseBytes: number): CrashClients {
  const events = ['first', 'second', 'third'].map((name) => createEventClient(name, random, noiseBytes))
  const insights = createInsightClient(random)
  const people = createPeopleClient('crash')
  return {
    async run(server, writing) {
      await Promise.all([...events, insights, people].map((client) => client.run(server, writing)))
    },
    async compare(server, dataFolder, stop) {
      const lostInsights = (await insights.lostIn(server)).length
      const lostMerges = await people.lostIn(server)
      await stop()
      return {
        acknowledgedInsightChanges: insights.acknowledgedChanges,
        acknowledgedMerges: people.acknowledgedMerges,
        lostInsights,
        lostMerges,
        ...storedOf(dataFolder, events),
      }
    },
  }
}

function storedOf(dataFolder: string, clients: readonly EventClient[]) {
  const { counts, broken } = printStored(dataFolder)
  const stored = new Set(counts.map(([uuid]) => uuid))
  const acknowledged = clients.flatMap((client) =>
    [...client.acknowledged].map(([uuid, id]) => ({
      isStored: stored.has(uuid),
      isDoomed: client.doomed.has(id),
      isDeleted: client.deleted.has(id),
    })),
  )
  return {
    acknowledgedEvents: acknowledged.length,
    deletedPersons: clients.reduce((sum, { deleted }) => sum + deleted.size, 0),
    lostEvents: acknowledged.filter(({ isStored, isDoomed }) => !isStored && !isDoomed).length,
    eventsStoredTwice: counts.filter(([, count]) => count > 1).length,
    returnedEvents: acknowledged.filter(({ isStored, isDeleted }) => isStored && isDeleted).length,
    unreadableParts: broken.length,
    faults: [...clients.flatMap(({ faults }) => faults), ...broken],
  }
}
