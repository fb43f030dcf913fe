const HOST = /^https?:\/\/([^/?#]+)/
const TAIL_LETTERS = 12
const MOST_TAIL_LETTERS = 16

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

/**
 * A text in two parts. The first is cut if there is no room, because the end of an address tells most. The
 * second begins with a part of the address if one begins near enough to the end.
 */
export function inTwo(text: string): readonly [head: string, tail: string] {
  if (text.length <= 2 * TAIL_LETTERS) return [text, '']
  const slash = text.indexOf('/', text.length - MOST_TAIL_LETTERS)
  const cut = slash < 0 ? text.length - TAIL_LETTERS : slash
  return [text.slice(0, cut), text.slice(cut)]
}
