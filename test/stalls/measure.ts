import { Agent } from 'node:http'
import { createSend, type Send } from './send.ts'
import type { WatchedServer } from './watched-server.ts'

export interface LargeRequest {
  readonly name: string
  readonly method: string
  readonly path: string
  text?(): string
}
/** What a request did to the server. Times are in ms. */
export interface Measured {
  readonly request: LargeRequest
  /** 0 if the connection broke. */
  readonly status: number
  readonly bytes: number
  readonly stallMs: number
  readonly stallCpuMs: number
  /** The longest time that a health check took meanwhile. */
  readonly healthMs: number
  readonly gcMs: number
  readonly grownMiB: number
}
export interface Measure {
  (asked: LargeRequest): Promise<Measured>
  readonly send: Send
}

/**
 * How often a long stall is measured. The shortest result counts, because other work of the machine can
 * only lengthen a stall.
 */
const TIMES = 3
const WORTH_REPEATING_MS = 60
const MIB = 1024 * 1024

export function createMeasure({ server, read }: WatchedServer): Measure {
  const send = createSend(new Agent({ keepAlive: true }), server.url)

  async function once(asked: LargeRequest): Promise<Measured> {
    const body = asked.text?.()
    const before = await read()
    let isEnded = false
    const health = longestHealthMs(send, () => isEnded)
    const answer = await send(asked.method, asked.path, body)
    isEnded = true
    const healthMs = await health
    const { stallMs, stallCpuMs, gcMs, rssBytes } = await read()
    return {
      request: asked,
      status: answer.status,
      bytes: answer.text.length,
      stallMs: Math.round(stallMs),
      stallCpuMs: Math.round(stallCpuMs),
      healthMs: Math.round(healthMs),
      gcMs: Math.round(gcMs),
      grownMiB: Math.round((rssBytes - before.rssBytes - (body?.length ?? 0)) / MIB),
    }
  }
  async function measure(asked: LargeRequest): Promise<Measured> {
    let shortest = await once(asked)
    for (let i = 1; i < TIMES && shortest.stallMs > WORTH_REPEATING_MS; i++) {
      const again = await once(asked)
      if (again.stallMs < shortest.stallMs) shortest = again
    }
    return shortest
  }
  return Object.assign(measure, { send })
}

async function longestHealthMs(send: Send, isEnded: () => boolean): Promise<number> {
  let longest = 0
  while (!isEnded()) {
    const startedMs = performance.now()
    await send('GET', '/_health')
    longest = Math.max(longest, performance.now() - startedMs)
  }
  return longest
}
