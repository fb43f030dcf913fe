import type { SeededRandom } from '../fixtures/seeded-random.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'
import type { Writing } from '../fixtures/until-broken.ts'
import { createBackgroundClient } from './background-client.ts'
import { changedResources } from './changed-resources.ts'
import { createChangingClient } from './changing-client.ts'
import { addOneByOne, createCohortClient, upload } from './cohort-client.ts'
import type { CrashClient } from './crash-client.ts'
import { createDeletionClient } from './deletion-client.ts'
import { createEventClient } from './event-client.ts'
import { createImportClient } from './import-client.ts'
import { createPeopleClient } from './people-client.ts'
import { printStored } from './print-stored.ts'
import type { UuidClient } from './uuid-client.ts'

export interface StoredFigures {
  readonly acknowledgedEvents: number
  /** Number of acknowledged writes of each kind. */
  readonly acknowledged: Readonly<Record<string, number>>
  readonly deletedPersons: number
  readonly lostEvents: number
  readonly eventsStoredTwice: number
  /** Events of persons whose deletion was acknowledged, but which are stored again. */
  readonly returnedEvents: number
  /** Sentences of {@link CrashClient.lostIn}. */
  readonly lostWrites: readonly string[]
  readonly unreadableParts: number
  /** Sentences about wrong numbers, and about parts that cannot be read. */
  readonly faults: readonly string[]
}

/** Clients that write everything that the server stores, and remember what it acknowledged. */
export interface CrashClients {
  /** Number of acknowledged writes so far: batches of events, and everything else. */
  readonly writes: number
  /** Writes until the connection breaks or `writing` ends. */
  run(server: ServerProcess, writing: Writing): Promise<void>
  /** Compares what was acknowledged with everything that is stored. `stop` ends the server in between. */
  compare(server: ServerProcess, dataFolder: string, stop: () => Promise<unknown>): Promise<StoredFigures>
}

/** Makes the clients for everything that is written in addition to plain events. */
export const createOtherClients = (random: SeededRandom): readonly CrashClient[] => [
  createPeopleClient('crash'),
  ...changedResources().map((resource) => createChangingClient(random, resource)),
  createCohortClient('cohort members', addOneByOne),
  createCohortClient('uploaded members', upload),
  createDeletionClient('deletions'),
  createBackgroundClient('background'),
]

export async function lostIn(server: ServerProcess, clients: readonly CrashClient[]): Promise<string[]> {
  const lost: string[] = []
  for (const client of clients) lost.push(...(await client.lostIn(server)))
  return lost
}

export const acknowledgedBy = (clients: readonly CrashClient[]): Record<string, number> =>
  Object.fromEntries(clients.map(({ name, acknowledged }) => [name, acknowledged]))

/** A medium size of batches. */
const EVENTS_OF_A_BATCH = 200

/** Makes all clients. `program` is the file that runs the command `import`. */
export function createCrashClients(random: SeededRandom, noiseBytes: number, program: string): CrashClients {
  const events = [
    ...['first', 'second', 'third'].map((name) => createEventClient(name, random, noiseBytes)),
    createImportClient('imported', program),
  ]
  const others = createOtherClients(random)
  return {
    get writes() {
      const batches = events.reduce((sum, { acknowledged }) => sum + acknowledged.size / EVENTS_OF_A_BATCH, 0)
      return others.reduce((sum, { acknowledged }) => sum + acknowledged, batches)
    },
    async run(server, writing) {
      await Promise.all([...events, ...others].map((client) => client.run(server, writing)))
    },
    async compare(server, dataFolder, stop) {
      const lostWrites = await lostIn(server, others)
      await stop()
      const { faults, ...stored } = storedOf(dataFolder, events)
      return {
        acknowledged: acknowledgedBy(others),
        lostWrites,
        ...stored,
        faults: [...faults, ...others.flatMap((client) => client.faults)],
      }
    },
  }
}

function storedOf(dataFolder: string, clients: readonly UuidClient[]) {
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
