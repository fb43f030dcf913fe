import { once } from 'node:events'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

/** The time for which requests to a server that is busy, full or unreachable are repeated. */
export interface Patience {
  /** Longest time for which a request stays without an answer, in ms. */
  readonly patienceMs: number
  readonly signal: AbortSignal
  /** Called once for each request that the server does not answer at once. */
  onWait(reason: string): void
  /** A sentence that is added to the error if no answer came in time. */
  readonly advice?: string
}
export interface Sent {
  readonly status: number
  readonly text: string
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000

/**
 * Repeats a request until the server answers with a status other than 408, 429, or 500 and above. `url` is
 * the server's address, without a slash at the end.
 * @throws Error with a sentence if there is no answer within {@link Patience.patienceMs}; the reason of the
 * signal when it aborts.
 */
export async function askPatiently(
  url: string,
  path: string,
  { patienceMs, signal, onWait, advice }: Patience,
  { body, ...init }: RequestOptions & { readonly body?: string },
): Promise<Sent> {
  const startedMs = performance.now()
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const answer = await askOnce(url, path, { ...init, signal }, body)
    if (!('busy' in answer)) return answer
    if (performance.now() - startedMs > patienceMs)
      throw new Error(advice === undefined ? answer.busy : `${answer.busy} ${advice}`)
    if (waitMs === FIRST_WAIT_MS) onWait(answer.busy)
    await pause(Math.max(waitMs, answer.afterMs), undefined, { signal })
  }
}

/**
 * Longest wait between two requests. A server may ask for a longer wait; the request is then repeated
 * earlier.
 */
const MOST_AFTER_MS = 30_000

async function askOnce(
  url: string,
  path: string,
  init: RequestOptions & { readonly signal: AbortSignal },
  body: string | undefined,
): Promise<Sent | { readonly busy: string; readonly afterMs: number }> {
  try {
    const { status, text, retryAfter } = await exchange(`${url}${path}`, init, body)
    if (status !== 408 && status !== 429 && status < 500) return { status, text }
    const afterMs = Math.min(1_000 * (Number(retryAfter) || 0), MOST_AFTER_MS)
    return { busy: `The server answered ${status}: ${sentenceOf(text)}`, afterMs }
  } catch (error) {
    init.signal.throwIfAborted()
    const { code } = error as NodeJS.ErrnoException
    return { busy: `No server answers at ${url} (${code ?? 'no connection'}).`, afterMs: 0 }
  }
}

// `fetch` is not used: in Node 20.20 it did not settle after some connections were cut, and the process
// ended silently.
async function exchange(url: string, init: RequestOptions, body: string | undefined) {
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http')
  const sent = request(url, init).end(body)
  // If the connection is cut during the response, the reader of the response reports the error. Here the
  // error is ignored.
  sent.on('error', () => undefined)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    text: await readText(response),
  }
}

const Refusal = z.object({ error_description: z.string() })

/** Returns the sentence in an answer of the capture protocol, or the first characters of the answer. */
export function sentenceOf(text: string): string {
  try {
    return Refusal.parse(JSON.parse(text)).error_description
  } catch {
    return text.slice(0, 200)
  }
}
