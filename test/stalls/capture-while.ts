import { setTimeout as wait } from 'node:timers/promises'
import { createSamples, type SampleReport } from '../siege/samples.ts'
import type { LargeRequest, Send } from './measure.ts'

const BATCH_EVENTS = 10
const PAUSE_MS = 20

/**
 * Repeats a request for some seconds. Meanwhile another project captures batches of ten events, one after
 * the other. Returns how long the batches took, in ms.
 */
export async function captureWhile(
  send: Send,
  { method, path, text }: LargeRequest,
  token: string,
  seconds: number,
): Promise<SampleReport> {
  const samples = createSamples()
  const untilMs = performance.now() + seconds * 1_000
  const body = text?.()
  const repeated = (async () => {
    while (performance.now() < untilMs) await send(method, path, body)
  })()
  for (let i = 0; performance.now() < untilMs; i++) {
    await samples.take(() => capture(send, token, i))
    await wait(PAUSE_MS)
  }
  await repeated
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
