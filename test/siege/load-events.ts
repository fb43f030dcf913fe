import { batchBody, type Dataset } from '../../bench/events.ts'
import { type SiegeTarget, send } from './besieged-server.ts'

const DAY_MS = 86_400_000
const BATCH = 2_000
const CLIENTS = 6

/**
 * Sends `count` events of 90 days to the greedy project, and a hundredth of that number to the modest one.
 */
export async function loadEvents(target: SiegeTarget, count: number): Promise<void> {
  const endMs = Date.now()
  const dataset = (token: string, events: number): Dataset => ({
    token,
    events,
    persons: Math.max(100, Math.round(events / 25)),
    startMs: endMs - 90 * DAY_MS,
    endMs,
  })
  await sendAll(target.url, dataset(target.greedy.token, count))
  await sendAll(target.url, dataset(target.modest.token, Math.ceil(count / 100)))
}

async function sendAll(url: string, dataset: Dataset): Promise<void> {
  let next = 0
  const client = async () => {
    for (let from = next; from < dataset.events; from = next) {
      next += BATCH
      await send(url, 'POST', '/batch/', batchBody(dataset, from, BATCH))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}
