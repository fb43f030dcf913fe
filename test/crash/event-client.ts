import { randomBytes, randomUUID } from 'node:crypto'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { UnexpectedStatus } from '../fixtures/server-client.ts'
import { KEY, type ServerProcess, TOKEN } from '../fixtures/server-process.ts'
import { untilBroken } from '../fixtures/until-broken.ts'
import type { UuidClient } from './uuid-client.ts'

const SIZES = [10, 100, 300, 500] as const

interface SentEvent {
  readonly uuid: string
  readonly distinct_id: string
}

/**
 * Makes a client that sends events of one name for persons, deletes some of the persons, and asks how many
 * events there are. It sends a refused batch again, unchanged. Each event has `noiseBytes` that do not
 * compress.
 */
export function createEventClient(name: string, random: SeededRandom, noiseBytes: number): UuidClient {
  const acknowledged = new Map<string, string>()
  const sent = new Set<string>()
  const doomed = new Set<string>()
  const deleted = new Set<string>()
  const faults: string[] = []
  let batch: readonly SentEvent[] | undefined
  let persons = 0

  function newBatch(): readonly SentEvent[] {
    persons++
    return Array.from({ length: random.pick([...SIZES]) }, () => ({
      uuid: randomUUID(),
      distinct_id: `${name} ${persons}`,
      event: name,
      properties: { noise: randomBytes(noiseBytes).toString('base64'), $set: { wave: persons } },
    }))
  }
  async function sendBatch(server: ServerProcess): Promise<void> {
    batch ??= newBatch()
    for (const { uuid } of batch) sent.add(uuid)
    await ask(`${server.url}/batch/`, 'POST', { api_key: TOKEN, batch })
    for (const { uuid, distinct_id } of batch) acknowledged.set(uuid, distinct_id)
    batch = undefined
  }
  async function deleteSomeone(server: ServerProcess): Promise<void> {
    const known = [...new Set(acknowledged.values())].filter((id) => !deleted.has(id))
    const id = known[random.between(0, known.length - 1)]
    if (id === undefined) return
    const path = `${server.url}/api/projects/1/persons/`
    const { results } = await ask(`${path}?distinct_id=${encodeURIComponent(id)}`, 'GET')
    if (results[0] === undefined) {
      // An earlier deletion without an answer may have had its effect.
      if (!doomed.has(id)) faults.push(`person ${id} is missing`)
      return
    }
    doomed.add(id)
    await ask(`${path}${results[0].id}/?delete_events=true`, 'DELETE')
    deleted.add(id)
  }
  /**
   * The number must not be less than the events that were acknowledged before, nor more than those sent until
   * the answer.
   */
  async function count(server: ServerProcess): Promise<void> {
    const least = () => [...acknowledged.values()].filter((id) => !doomed.has(id)).length
    const before = least()
    const question = { events: [{ id: name }], date_from: '-3d', refresh: true }
    const { result } = await ask(`${server.url}/api/projects/1/insights/trend/`, 'POST', question)
    const counted = result[0].data.reduce((sum: number, one: number) => sum + one, 0)
    if (counted < Math.min(before, least()) || counted > sent.size)
      faults.push(`${counted} of ${before} to ${sent.size} events of ${name}`)
  }
  async function step(server: ServerProcess): Promise<void> {
    await sendBatch(server)
    const chance = random.between(1, 12)
    if (chance === 1) await deleteSomeone(server)
    if (chance > 9) await count(server)
  }
  return {
    name,
    acknowledged,
    doomed,
    deleted,
    faults,
    run: (server, writing) => untilBroken(() => step(server), writing),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of several routes, each of which its caller knows
async function ask(url: string, method: string, body?: object): Promise<any> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200)
    throw new UnexpectedStatus(`${method} ${new URL(url).pathname}`, response.status, text)
  return JSON.parse(text)
}
