import { api, capture, UnexpectedStatus } from '../fixtures/server-client.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'
import { untilBroken } from '../fixtures/until-broken.ts'
import type { CrashClient } from './crash-client.ts'

const STEPS = { events: [{ id: 'looked' }, { id: 'ordered', order: 1 }], date_from: '-1d' }
type Funnel = { readonly result: readonly { readonly count: number }[] }

/**
 * Makes a client that identifies visitors and computes a funnel after each one. A question loads the merges
 * into the engine's memory, so that some cuts happen during that.
 */
export function createPeopleClient(name: string): CrashClient {
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
    name: 'merges',
    get acknowledged() {
      return acknowledged.length
    },
    faults: [],
    run: (server, writing) => untilBroken(() => merge(server), writing),
    async lostIn(server) {
      const lost: string[] = []
      for (const i of acknowledged) {
        const query = `?distinct_id=${encodeURIComponent(visitor(i))}`
        const { results } = await api<{ results: readonly { distinct_ids: readonly string[] }[] }>(
          server,
          'GET',
          `/persons/${query}`,
        )
        if (results[0]?.distinct_ids.length !== 2) lost.push(`${visitor(i)} is not merged`)
      }
      const { result } = await api<Funnel>(server, 'POST', '/insights/funnel/', { body: STEPS })
      const counted = result[1]?.count ?? 0
      if (counted < acknowledged.length)
        lost.push(`a funnel counts ${counted} of ${acknowledged.length} merges`)
      return lost
    },
  }
}
