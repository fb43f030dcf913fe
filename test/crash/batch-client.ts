import { randomUUID } from 'node:crypto'
import { capture, UnexpectedStatus } from '../fixtures/server-client.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'
import { untilBroken, type Writing } from '../fixtures/until-broken.ts'

/** Makes a client that sends small events in large batches of one month, as fast as the server takes them. */
export function createBatchClient(name: string) {
  const EVENTS = 2_000
  const acknowledged: string[][] = []
  async function send(server: ServerProcess): Promise<void> {
    const uuids = Array.from({ length: EVENTS }, () => randomUUID())
    const timestamp = new Date().toISOString()
    const event = { event: name, timestamp, properties: { plan: 'paid' } }
    const status = await capture(
      server,
      uuids.map((uuid, i) => ({ ...event, uuid, distinct_id: `${name} ${i % 500}` })),
    )
    if (status !== 200) throw new UnexpectedStatus('capture', status, '')
    acknowledged.push(uuids)
  }
  return {
    /** The uuids of each batch that was answered with 200. */
    acknowledged: acknowledged as readonly (readonly string[])[],
    run: (server: ServerProcess, writing: Writing) => untilBroken(() => send(server), writing),
  }
}
