import type { GivenEvent, Scalar } from './filter-definition.ts'

export interface GivenRules {
  /** Empty means every event. */
  readonly types: readonly ('$pageview' | '$screen' | 'custom_event' | 'hogql')[]
  readonly customEvents: readonly string[]
  /** The expression as text, and as a function `of` an event with the same meaning. */
  readonly expression: { readonly text: string; readonly of: (event: GivenEvent) => Scalar | null } | null
  readonly cleaning: readonly { readonly regex: string; readonly alias: string }[]
  readonly groupings: readonly string[]
  readonly excluded: readonly string[]
}

/** Implements docs/semantics/paths.md, "Items": returns the item of an event, or null if it takes no part. */
export function itemOf(event: GivenEvent, rules: GivenRules): string | null {
  const named = nameOf(event, rules)
  if (named === null) return null
  const cleaned = rules.cleaning.reduce(cleanedBy, named)
  const item = rules.groupings.find((grouping) => fitsGrouping(cleaned, grouping)) ?? cleaned
  return item === '' || rules.excluded.some((one) => isSameItem(one, item)) ? null : item
}

function nameOf({ name, properties, ...rest }: GivenEvent, rules: GivenRules): string | null {
  const { types, customEvents, expression } = rules
  const isAll = types.length === 0 && customEvents.length === 0
  const text = (key: string) => String(properties[key] ?? '')
  if (name === '$pageview' && (isAll || types.includes('$pageview')))
    return withoutSlash(text('$current_url'))
  if (name === '$screen' && (isAll || types.includes('$screen'))) return text('$screen_name')
  if (!name.startsWith('$') && types.includes('custom_event')) return name
  if (customEvents.includes(name)) return name
  if (expression !== null) return String(expression.of({ name, properties, ...rest }) ?? '')
  return isAll ? name : null
}

const withoutSlash = (url: string) => (url.endsWith('/') && url !== '/' ? url.slice(0, -1) : url)

function cleanedBy(item: string, { regex, alias }: GivenRules['cleaning'][number]): string {
  return item.replace(new RegExp(regex, 'gu'), (...found: (string | undefined)[]) =>
    alias.replace(/\\(\d)/g, (_, group: string) => found[Number(group)] ?? ''),
  )
}

/** A start, an end and an exclusion also match an item that differs only by a slash at the end. */
export const isSameItem = (point: string, item: string): boolean => withoutSlash(point) === withoutSlash(item)

/** A grouping with a wildcard matches any part of the item; without one it matches the whole item. */
const fitsGrouping = (item: string, grouping: string): boolean =>
  isLike([...item], grouping.includes('*') ? ['*', ...grouping, '*'] : [...grouping])

/** Whether the item fits the pattern. Tries every length of each `*`. */
function isLike(item: readonly string[], [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return item.length === 0
  if (first === '*') return [...item, ''].some((_, i) => isLike(item.slice(i), rest))
  return item[0] === first && isLike(item.slice(1), rest)
}
