import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SampleReport } from '../siege/samples.ts'
import type { Captures } from './capture-batches.ts'
import type { LargeRequest } from './measure.ts'
import type { Send } from './send.ts'

const RUN_MODULE = new URL('../../scripts/run-worker.cjs', import.meta.url)
const BATCHES = new URL('./capture-batches.ts', import.meta.url)

/**
 * Repeats a request while another project captures. The captures run on a thread of their own, because this
 * thread reads answers of 54 MB. Returns how long the batches took, in ms.
 */
export async function captureWhile(
  send: Send,
  { method, path, text }: LargeRequest,
  captures: Captures,
): Promise<SampleReport> {
  const worker = new Worker(RUN_MODULE, { workerData: BATCHES.href, execArgv: [] })
  const body = text?.()
  let isEnded = false
  const reported = once(worker, 'message').finally(() => {
    isEnded = true
  })
  worker.postMessage(captures)
  while (!isEnded) await send(method, path, body)
  const [report] = await reported
  await worker.terminate()
  return report
}
