import { toldApart } from '#query/told-apart.ts'

interface NamedItem {
  readonly label: string
  readonly compare_label?: 'current' | 'previous' | undefined
}

/**
 * The names of items in tables and pictures, in their order: those that `nameOf` gives, told apart by the labels of the items, with the
 * period in which an item was computed if periods are compared.
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
