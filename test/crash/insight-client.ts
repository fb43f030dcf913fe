import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { api } from '../fixtures/server-client.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'
import { untilBroken, type Writing } from '../fixtures/until-broken.ts'

interface Insight {
  readonly id: number
  readonly name: string
}

export interface InsightClient {
  /** Changes that were answered with 200 or 201. */
  readonly acknowledgedChanges: number
  /** Creates and renames insights until the connection breaks, or until `writing` ends. */
  run(server: ServerProcess, writing?: Writing): Promise<void>
  /** The insights that are missing, or have another name than the last acknowledged or one sent after it. */
  lostIn(server: ServerProcess): Promise<Insight[]>
}

/** Mostly renames its insights, because a lost rename is a lost write as well. */
export function createInsightClient(random: SeededRandom): InsightClient {
  // Of each insight the names it may have: the last acknowledged one and those sent since.
  const names = new Map<number, string[]>()
  let acknowledgedChanges = 0
  let sentChanges = 0

  async function change(server: ServerProcess): Promise<void> {
    const name = `change ${++sentChanges}`
    const renamed = random.between(1, 10) === 1 ? undefined : pickOf([...names.keys()])
    if (renamed === undefined) {
      const { id } = await api<Insight>(server, 'POST', '/insights/', { body: { name }, status: 201 })
      names.set(id, [name])
    } else {
      names.get(renamed)?.push(name)
      await api(server, 'PATCH', `/insights/${renamed}/`, { body: { name } })
      names.set(renamed, [name])
    }
    acknowledgedChanges++
  }
  const pickOf = (ids: readonly number[]) => ids[random.between(0, ids.length - 1)]

  return {
    get acknowledgedChanges() {
      return acknowledgedChanges
    },
    run: (server, writing) => untilBroken(() => change(server), writing),
    async lostIn(server) {
      const { results } = await api<{ results: readonly Insight[] }>(server, 'GET', '/insights/?limit=1000')
      const stored = new Map(results.map(({ id, name }) => [id, name]))
      return [...names]
        .filter(([id, allowed]) => !allowed.includes(stored.get(id) ?? ''))
        .map(([id, allowed]) => ({ id, name: allowed[0] ?? '' }))
    },
  }
}
