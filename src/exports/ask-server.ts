import { setTimeout as pause } from 'node:timers/promises'
import { errorDetail } from '#shared/error-detail.ts'

/** A project, and the server that can be asked about it. */
export interface ExportSource {
  /** The address of the server, without a slash at the end. */
  readonly url: string
  readonly personalApiKey: string
  readonly projectId: number
  readonly signal: AbortSignal
}

const FIRST_WAIT_SECONDS = 1
/**
 * Highest number of times that a request is sent. The server sends files of rows to few clients at a time,
 * so an export may have to wait for its turn.
 */
const MOST_ATTEMPTS = 60

/**
 * Asks for a response of the project. A busy server is asked again, at most 60 times in all.
 * @throws Error with the sentence of the server if it does not respond with success
 */
export async function ask(source: ExportSource, path: string, body?: object): Promise<Response> {
  const { url, personalApiKey, projectId, signal } = source
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${url}/api/projects/${projectId}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${personalApiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    })
    if (response.ok) return response
    const detail = errorDetail(await response.text())
    const isBusy = response.status === 429 || response.status === 503
    if (!isBusy || attempt === MOST_ATTEMPTS)
      throw new Error(`The server answered ${response.status}: ${detail}`)
    const seconds = Number(response.headers.get('retry-after')) || FIRST_WAIT_SECONDS
    await pause(1_000 * seconds, undefined, { signal })
  }
}
