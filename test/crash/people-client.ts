import { api, capture, UnexpectedStatus } from '../fixtures/server-client.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'
import { untilBroken, type Writing } from '../fixtures/until-broken.ts'

export interface PeopleClient {
  /** Visitors that were identified, in a request that was answered with 200. */
  readonly acknowledgedMerges: number
  /** Identifies visitors and computes a funnel after each, until the connection breaks, or until `writing` ends. */
  run(server: ServerProcess, writing?: Writing): Promise<void>
  /** The number of missing merges, in the list of persons or in a question that needs them. */
  lostIn(server: ServerProcess): Promise<number>
}

const STEPS = { events: [{ id: 'looked' }, { id: 'ordered', order: 1 }], date_from: '-1d' }
type Funnel = { readonly result: readonly { readonly count: number }[] }

/** Each question loads the merges into the engine's memory, so that cuts fall into that as well. */
export function createPeopleClient(name: string): PeopleClient {
  const acknowledged: number[] = []
  let sent = 0
  const visitor = (i: number) => `${name} visitor ${i}`

  async function merge(server: ServerProcess): Promise<void> {
    const i = ++sent
    const user = `${name} user ${i}`
    const atMs = Date.now()
    const at = (ms: number) => new Date(atMs + ms).toISOString()
    const status = await capture(server, [
      { event: 'looked', distinct_id: visitor(i), timestamp: at(0) },
      {
        event: '$identify',
        distinct_id: user,
        timestamp: at(1),
        properties: { $anon_distinct_id: visitor(i) },
      },
      { event: 'ordered', distinct_id: user, timestamp: at(2) },
    ])
    if (status !== 200) throw new UnexpectedStatus('capture', status, '')
    acknowledged.push(i)
    await api<Funnel>(server, 'POST', '/insights/funnel/', { body: STEPS })
  }

  return {
    get acknowledgedMerges() {
      return acknowledged.length
    },
    run: (server, writing) => untilBroken(() => merge(server), writing),
    async lostIn(server) {
      let lost = 0
      for (const i of acknowledged) {
        const query = `?distinct_id=${encodeURIComponent(visitor(i))}`
        const { results } = await api<{ results: readonly { distinct_ids: readonly string[] }[] }>(
          server,
          'GET',
          `/persons/${query}`,
        )
        if (results[0]?.distinct_ids.length !== 2) lost++
      }
      const { result } = await api<Funnel>(server, 'POST', '/insights/funnel/', { body: STEPS })
      return Math.max(lost, acknowledged.length - (result[1]?.count ?? 0))
    },
  }
}
