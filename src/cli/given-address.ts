import type { ServerAddress } from '#demo/server-client.ts'
import { withoutEnd } from '#shared/without-end.ts'

/** The server that a command is told to use. */
export interface GivenServer {
  readonly url?: string
  readonly key?: string
}

/**
 * Returns the address of `--url` with the key of `--key`; null without `--url`.
 * @throws Error with a sentence if the address is not a URL, or if the key is missing
 */
export function givenAddress({ url, key }: GivenServer): ServerAddress | null {
  if (url === undefined) return null
  if (key === undefined) throw new Error('--url needs --key with a personal API key of that server.')
  return { url: parsedUrl(url), personalApiKey: key }
}

/**
 * Returns the URL without slashes at the end.
 * @throws Error with a sentence if the text is not a URL
 */
export function parsedUrl(url: string): string {
  if (!URL.canParse(url)) throw new Error(`--url: "${url}" is not a URL such as http://127.0.0.1:8000.`)
  return withoutEnd(url, (sign) => sign === '/')
}
