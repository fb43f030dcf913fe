import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const REMEMBERED_IDS = 100_000

/** Whether the properties of a person, of which an export has a copy in every event, are other ones than in the last event of the id. */
export type HasChanged = (distinctId: string, properties: string) => boolean

/** Remembers a bounded number of ids. A forgotten one counts as changed, which sets equal properties once more. */
export function createPersonChanges(): HasChanged {
  const last = new LRUCache<string, string>({ max: REMEMBERED_IDS })
  return (distinctId, properties) => {
    const digest = hash('sha1', properties, 'base64')
    if (last.get(distinctId) === digest) return false
    last.set(distinctId, digest)
    return true
  }
}
