import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SampleReport } from '../siege/samples.ts'
import type { Captures } from './capture-batches.ts'
import type { LargeRequest } from './measure.ts'
import type { Send } from './send.ts'

const BATCHES = fileURLToPath(new URL('./capture-batches.ts', import.meta.url))

/**
 * Repeats a request while another project captures. The captures run in a process of their own, because this
 * one reads answers of 54 MB. Returns how long the batches took, in ms.
 */
export async function captureWhile(
  send: Send,
  { method, path, text }: LargeRequest,
  captures: Captures,
): Promise<SampleReport> {
  const body = text?.()
  let isEnded = false
  const words = ['--import', 'tsx', BATCHES, JSON.stringify(captures)]
  const printed = promisify(execFile)(process.execPath, words).finally(() => {
    isEnded = true
  })
  while (!isEnded) await send(method, path, body)
  return JSON.parse((await printed).stdout)
}
