/**
 * Puts an entry at the end of a map that is kept in the order of last use; beyond `most` the one that was used longest ago
 * makes room.
 */
export function putLast<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map
  if (map.size > most && oldest !== undefined) map.delete(oldest[0])
}
