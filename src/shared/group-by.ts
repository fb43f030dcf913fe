/** Groups the values of items by key. Each group lists its values in the order of the items. */
export function groupBy<T, K, V>(
  items: Iterable<T>,
  keyOf: (item: T) => K,
  valueIn: (item: T) => V,
): Map<K, [V, ...V[]]> {
  const groups = new Map<K, [V, ...V[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [valueIn(item)])
    else group.push(valueIn(item))
  }
  return groups
}
