import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const REMEMBERED_IDS = 100_000

/**
 * Whether the properties of a person differ from those that came with the last event of this distinct id. In
 * an export, each event has a copy of its person's properties.
 */
export type HasChanged = (distinctId: string, properties: string) => boolean

/**
 * Remembers the properties of at most 100,000 ids. A forgotten id counts as changed, so equal properties
 * are set once more.
 */
export function createPersonChanges(): HasChanged {
  const last = new LRUCache<string, string>({ max: REMEMBERED_IDS })
  return (distinctId, properties) => {
    const digest = hash('sha1', properties, 'base64')
    if (last.get(distinctId) === digest) return false
    last.set(distinctId, digest)
    return true
  }
}
