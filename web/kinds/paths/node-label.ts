const HOST = /^https?:\/\/([^/?#]+)/
const TAIL_LETTERS = 12
const MOST_TAIL_LETTERS = 16

/**
 * Returns the host of all items that are addresses; null if their hosts differ or if no item is an address.
 */
export function sharedHost(items: readonly (string | null)[]): string | null {
  const hosts = new Set(items.flatMap((item) => HOST.exec(item ?? '')?.[1] ?? []))
  const [host] = hosts
  return hosts.size === 1 && host !== undefined ? host : null
}

/**
 * Returns the label of an item. An address loses its protocol and, if `host` is its host, the host as well.
 */
export function shownItem(item: string, host: string | null): string {
  const bare = item.replace(/^https?:\/\//, '')
  if (host === null || bare === item || !bare.startsWith(host)) return bare
  return bare.slice(host.length) || '/'
}

/**
 * Splits a text into a first part, which is cut off if there is no room, and a second part, which is always
 * shown. The end of an address says the most, so it is in the second part. This part begins with a whole
 * segment of the address if one begins close enough to the end.
 */
export function inTwo(text: string): readonly [head: string, tail: string] {
  if (text.length <= 2 * TAIL_LETTERS) return [text, '']
  const slash = text.indexOf('/', text.length - MOST_TAIL_LETTERS)
  const cut = slash < 0 ? text.length - TAIL_LETTERS : slash
  return [text.slice(0, cut), text.slice(cut)]
}
