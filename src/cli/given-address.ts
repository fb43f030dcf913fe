import type { ServerAddress } from '#demo/server-client.ts'
import { withoutEnd } from '#shared/without-end.ts'

/** The server that a command is told to use. */
export interface GivenServer {
  readonly url?: string
  readonly key?: string
}

/** The address of `--url`, with the key of `--key`; null without `--url`. @throws Error with a sentence for one that is no address, or has no key */
export function givenAddress({ url, key }: GivenServer): ServerAddress | null {
  if (url === undefined) return null
  if (key === undefined) throw new Error('--url needs --key with a personal API key of that server.')
  return { url: parsedUrl(url), personalApiKey: key }
}

/** Without slashes at the end. @throws Error with a sentence */
export function parsedUrl(url: string): string {
  if (!URL.canParse(url)) throw new Error(`--url: "${url}" is not a URL such as http://127.0.0.1:8000.`)
  return withoutEnd(url, (sign) => sign === '/')
}
