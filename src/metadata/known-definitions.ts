import type { SeenDefinitions } from './definition.ts'
import { eventKey, pairKey, propertyKey } from './waiting-definitions.ts'

/** What has been written, or refused, since the start: names, and each kind that a property was seen with. */
export interface KnownDefinitions {
  add(seen: SeenDefinitions): void
  hasAll(seen: SeenDefinitions): boolean
}

/** About 150 bytes each. */
const KNOWN = 200_000

export function createKnownDefinitions(): KnownDefinitions {
  const known = new Set<string>()
  return {
    add(seen) {
      if (known.size > KNOWN) known.clear()
      for (const key of keysOf(seen)) known.add(key)
    },
    hasAll(seen) {
      for (const key of keysOf(seen)) if (!known.has(key)) return false
      return true
    },
  }
}

function* keysOf(seen: SeenDefinitions): Iterable<string> {
  for (const row of seen.events) yield `event:${eventKey(row)}`
  for (const row of seen.properties) yield `${row.kind}:${propertyKey(row)}`
  for (const row of seen.pairs) yield `pair:${pairKey(row)}`
}
