import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createSamples } from '../siege/samples.ts'
import { createSend, type Send } from './send.ts'

const BATCH_EVENTS = 10
const PAUSE_MS = 20

/** Where to capture and for how long. The process that starts this one gives it as JSON. */
export interface Captures {
  readonly url: string
  readonly token: string
  readonly seconds: number
}

/** Captures batches of ten events, one after the other. Returns how long the batches took, in ms. */
async function captureBatches({ url, token, seconds }: Captures) {
  const samples = createSamples()
  const send = createSend(new Agent({ keepAlive: true }), url)
  const untilMs = performance.now() + seconds * 1_000
  for (let i = 0; performance.now() < untilMs; i++) {
    await samples.take(() => capture(send, token, i))
    await wait(PAUSE_MS)
  }
  return samples.report()
}

async function capture(send: Send, token: string, i: number): Promise<void> {
  const batch = Array.from({ length: BATCH_EVENTS }, (_, n) => ({
    event: 'opened',
    distinct_id: `reader ${(i * BATCH_EVENTS + n) % 100}`,
    properties: { page: n },
  }))
  const { status } = await send('POST', '/batch/', JSON.stringify({ api_key: token, batch }))
  if (status !== 200) throw new Error(`A batch was answered with ${status}`)
}

console.log(JSON.stringify(await captureBatches(JSON.parse(process.argv[2] ?? ''))))
