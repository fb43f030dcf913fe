const HOST = /^https?:\/\/([^/?#]+)/
const TAIL_LETTERS = 12
const MOST_TAIL_LETTERS = 16

/** Returns the host of all addresses among the items; null if there are several or none. */
export function sharedHost(items: readonly (string | null)[]): string | null {
  const hosts = new Set(items.flatMap((item) => HOST.exec(item ?? '')?.[1] ?? []))
  const [host] = hosts
  return hosts.size === 1 && host !== undefined ? host : null
}

/**
 * Returns the label of an item: an address without its protocol, and without its host if all of them share
 * it.
 */
export function shownItem(item: string, host: string | null): string {
  const bare = item.replace(/^https?:\/\//, '')
  if (host === null || bare === item || !bare.startsWith(host)) return bare
  return bare.slice(host.length) || '/'
}

/**
 * Splits a text in two. The first part is cut off if there is no room, because the end of an address is its
 * most informative part. The second part starts with a segment of the address if one starts close enough to
 * the end.
 */
export function inTwo(text: string): readonly [head: string, tail: string] {
  if (text.length <= 2 * TAIL_LETTERS) return [text, '']
  const slash = text.indexOf('/', text.length - MOST_TAIL_LETTERS)
  const cut = slash < 0 ? text.length - TAIL_LETTERS : slash
  return [text.slice(0, cut), text.slice(cut)]
}
