const HOST = /^https?:\/\/([^/?#]+)/
const TAIL_LETTERS = 12

/** The host of all addresses among the items; null if there are several, or none. */
export function sharedHost(items: readonly (string | null)[]): string | null {
  const hosts = new Set(items.flatMap((item) => HOST.exec(item ?? '')?.[1] ?? []))
  const [host] = hosts
  return hosts.size === 1 && host !== undefined ? host : null
}

/**
 * How a picture calls an item: an address without its protocol, and without a host that all of them share.
 */
export function shownItem(item: string, host: string | null): string {
  const bare = item.replace(/^https?:\/\//, '')
  if (host === null || bare === item || !bare.startsWith(host)) return bare
  return bare.slice(host.length) || '/'
}

/** A text in two parts, of which the first is cut if there is no room: ends of addresses tell most. */
export function inTwo(text: string): readonly [head: string, tail: string] {
  if (text.length <= 2 * TAIL_LETTERS) return [text, '']
  return [text.slice(0, -TAIL_LETTERS), text.slice(-TAIL_LETTERS)]
}
