import { api, capture, UnexpectedStatus } from '../fixtures/server-client.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'
import { untilBroken } from '../fixtures/until-broken.ts'
import type { CrashClient } from './crash-client.ts'

const EVENTS_OF_A_NAME = 20

/**
 * Makes a client that deletes every second event name that it has sent. A deletion without an answer may or
 * may not have had its effect.
 */
export function createDeletionClient(name: string): CrashClient {
  const kept: string[] = []
  const doomed: string[] = []
  const deleted: string[] = []
  let sent = 0

  async function write(server: ServerProcess): Promise<void> {
    const event = `${name} ${++sent}`
    const batch = Array.from({ length: EVENTS_OF_A_NAME }, (_, i) => ({ event, distinct_id: `${name} ${i}` }))
    const status = await capture(server, batch)
    if (status !== 200) throw new UnexpectedStatus('capture', status, '')
    if (sent % 2 === 0) {
      kept.push(event)
      return
    }
    doomed.push(event)
    await api(server, 'POST', '/deletions/', { body: { event }, status: 201 })
    deleted.push(event)
  }
  async function countsIn(server: ServerProcess): Promise<ReadonlyMap<string, number>> {
    const query = `select event, count() from events where startsWith(event, '${name} ') group by event limit 50000`
    const body = { query: { kind: 'HogQLQuery', query }, refresh: 'force_blocking' }
    const { results } = await api<{ results: readonly [string, number][] }>(server, 'POST', '/query/', {
      body,
    })
    return new Map(results)
  }
  return {
    name,
    get acknowledged() {
      return kept.length + deleted.length
    },
    faults: [],
    run: (server, writing) => untilBroken(() => write(server), writing),
    async lostIn(server) {
      const counts = await countsIn(server)
      const wrong = (events: readonly string[], allowed: readonly number[]) =>
        events
          .filter((event) => !allowed.includes(counts.get(event) ?? 0))
          .map((event) => `${event} has ${counts.get(event) ?? 0} events and not ${allowed.join(' or ')}`)
      return [
        ...wrong(kept, [EVENTS_OF_A_NAME]),
        ...wrong(deleted, [0]),
        ...wrong(doomed, [0, EVENTS_OF_A_NAME]),
      ]
    },
  }
}
