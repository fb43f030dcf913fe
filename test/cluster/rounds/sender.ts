import { setTimeout as pause } from 'node:timers/promises'
import { KEY, TOKEN } from '../../fixtures/server-process.ts'
import type { AskedQuestion, Body } from './asked.ts'
import type { Served } from './served.ts'

/** Sends requests to the program, and remembers its refusals and its faults. */
export interface Sender {
  /** Sends events again and again until they are answered with 200. */
  capture(batch: readonly object[]): Promise<void>
  /** Returns the body of the answer; null if it was refused with 503. */
  ask(question: AskedQuestion, client: string): Promise<Body | null>
  /** Adds something that a correct program never does. */
  fault(sentence: string): void
  readonly figures: SenderFigures
}
export interface SenderFigures {
  /** The number of 503, by the code of their body. */
  readonly refusals: Readonly<Record<string, number>>
  readonly faults: readonly string[]
  readonly longestMs: number
}

/** No request may take longer, whatever is killed. */
const LIMIT_MS = 120_000
const AGAIN_MS = 40

export function createSender(served: Served): Sender {
  const refusals: Record<string, number> = {}
  const faults: string[] = []
  let longestMs = 0

  /** Returns the text of a 200; null if there is reason to try again. */
  async function send(path: string, body: object): Promise<string | null> {
    const startedAt = performance.now()
    const { server } = served
    try {
      const response = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(LIMIT_MS),
      })
      const text = await response.text()
      if (response.status === 200) return text
      const retryAfter = response.headers.get('retry-after')
      if (response.status === 503 && retryAfter !== null) count(codeOf(text))
      else faults.push(`${path} answered ${response.status} ${text.slice(0, 300)}`)
    } catch (error) {
      // A process that has ended answers nothing.
      if (!served.isEnded && server === served.server)
        faults.push(`${path} failed: ${error instanceof Error ? `${error.message} ${error.cause}` : error}`)
    } finally {
      longestMs = Math.max(longestMs, Math.round(performance.now() - startedAt))
    }
    await pause(AGAIN_MS)
    return null
  }
  function count(code: string): void {
    refusals[code] = (refusals[code] ?? 0) + 1
  }
  return {
    async capture(batch) {
      const body = { api_key: TOKEN, batch }
      while ((await send('/batch/', body)) === null);
    },
    async ask({ path, body }, client) {
      const text = await send(`/api/projects/1${path}`, body(client))
      return text === null ? null : JSON.parse(text)
    },
    fault: (sentence) => void faults.push(sentence),
    get figures() {
      return { refusals: { ...refusals }, faults: [...faults], longestMs }
    },
  }
}

function codeOf(text: string): string {
  try {
    return String(JSON.parse(text).code)
  } catch {
    return 'no JSON'
  }
}
