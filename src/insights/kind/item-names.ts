import { toldApart } from '#query/told-apart.ts'

interface NamedItem {
  readonly label: string
  readonly compare_label?: 'current' | 'previous' | undefined
}

/**
 * Returns the names of items for tables and pictures, in the order of the items. `nameOf` gives the names;
 * equal ones are told apart by the labels of their items. If periods are compared, a name ends with the
 * period in which its item was computed.
 */
export function itemNames<Item extends NamedItem>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): string[] {
  const names = new Map<Item, string>()
  for (const period of [undefined, 'current', 'previous'] as const) {
    const ofPeriod = items.filter((item) => item.compare_label === period)
    const apart = toldApart(
      ofPeriod.map((item) => {
        const name = nameOf(item)
        return { name, qualifiers: name === item.label ? [] : [item.label] }
      }),
    )
    const ending = period === undefined ? '' : ` - ${period}`
    for (const [place, item] of ofPeriod.entries()) names.set(item, `${apart[place]}${ending}`)
  }
  return items.map((item) => names.get(item) ?? item.label)
}
