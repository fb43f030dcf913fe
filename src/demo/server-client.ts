import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { errorDetail } from '#shared/error-detail.ts'

export interface ServerAddress {
  /** The address without a path and without a slash at the end. */
  readonly url: string
  readonly personalApiKey: string
  /** Sends requests; over the network by default. */
  readonly fetch?: Fetch
}
export type Fetch = (url: string, request: RequestInit) => Promise<Response>

/**
 * Posts JSON with a personal API key.
 * @throws Error with a sentence for every status other than 2xx.
 */
export async function postJson(
  { url, personalApiKey, fetch }: ServerAddress,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await send(fetch, `${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${personalApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  return response.json()
}

const compress = promisify(gzip)

/**
 * Sends one batch in the way of SDKs: gzip, with the token of the project in the body.
 * @throws Error under the conditions of {@link postJson}.
 */
export async function postBatch(
  { url, fetch }: Omit<ServerAddress, 'personalApiKey'>,
  projectToken: string,
  events: readonly unknown[],
  signal: AbortSignal,
): Promise<void> {
  const body = await compress(JSON.stringify({ api_key: projectToken, batch: events }))
  const response = await send(fetch, `${url}/batch/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Uint8Array(body),
    signal,
  })
  await response.arrayBuffer()
}

async function send(by: Fetch = fetch, url: string, request: RequestInit): Promise<Response> {
  const response = await by(url, request).catch((error: unknown) => {
    if (request.signal?.aborted) throw error
    throw new Error(`No server answers at ${new URL(url).origin}.`, { cause: error })
  })
  if (response.ok) return response
  throw new Error(`The server answered ${response.status} to ${url}: ${errorDetail(await response.text())}`)
}
