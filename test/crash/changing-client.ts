import type { SeededRandom } from '../fixtures/seeded-random.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'
import { untilBroken } from '../fixtures/until-broken.ts'
import type { CrashClient } from './crash-client.ts'

/** A kind of thing that is created with a number, which can be changed later. */
export interface ChangedResource {
  readonly name: string
  create(server: ServerProcess, value: number): Promise<string>
  change(server: ServerProcess, id: string, value: number): Promise<unknown>
  /** Resolves with the number of each thing, by id. */
  valuesIn(server: ServerProcess, ids: readonly string[]): Promise<ReadonlyMap<string, number>>
}

/** The most things of a client, so that one page of a list has all of them. */
const MOST = 200

/** Makes a client that mostly changes what it has created, because a lost change is a lost write too. */
export function createChangingClient(random: SeededRandom, resource: ChangedResource): CrashClient {
  // The values that each thing may have: the last acknowledged one and those sent since.
  const values = new Map<string, number[]>()
  let acknowledged = 0
  let sent = 0

  async function write(server: ServerProcess): Promise<void> {
    const value = ++sent
    const id = [...values.keys()][random.between(0, values.size - 1)]
    const isNew = values.size < MOST && random.between(1, 10) === 1
    if (id === undefined || isNew) values.set(await resource.create(server, value), [value])
    else {
      values.get(id)?.push(value)
      await resource.change(server, id, value)
      values.set(id, [value])
    }
    acknowledged++
  }
  return {
    name: resource.name,
    get acknowledged() {
      return acknowledged
    },
    faults: [],
    run: (server, writing) => untilBroken(() => write(server), writing),
    async lostIn(server) {
      const stored = await resource.valuesIn(server, [...values.keys()])
      return [...values]
        .filter(([id, allowed]) => !allowed.includes(stored.get(id) ?? Number.NaN))
        .map(([id, allowed]) => `${resource.name} ${id} is ${stored.get(id)} and not ${allowed.join(' or ')}`)
    },
  }
}
