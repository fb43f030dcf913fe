export const COLORS = 10
const OTHER = 'Other'
const NONE = 'none'

/** The number of a series colour, 1 to 10, by the name of the series. */
export type ColorNumbers = Readonly<Record<string, number>>

/**
 * The colours of the series of one chart. A name that is known keeps its colour. A new one takes the colour of its hash, or the next
 * one that no other series of the chart has. Two known names with one colour, chosen apart from each other, differ in this chart
 * alone. After ten series colours come twice.
 */
export function assignColors(names: readonly string[], known: ColorNumbers): ColorNumbers {
  const assigned = new Map<string, number>()
  const taken = new Set<number>()
  const take = (name: string, first: number) => {
    let number = first
    for (let tries = 0; tries < COLORS && taken.has(number); tries += 1) number = (number % COLORS) + 1
    assigned.set(name, number)
    taken.add(number)
    if (taken.size === COLORS) taken.clear()
  }
  const unique = [...new Set(names)].filter((name) => !isGrey(name))
  const isKnown = (name: string) => Object.hasOwn(known, name)
  const inOrder = [...unique.filter(isKnown), ...unique.filter((name) => !isKnown(name))]
  for (const name of inOrder) take(name, numberOf(name, known))
  return Object.fromEntries(assigned)
}

/** Those to keep: the known ones as they were, and the new ones of a chart. */
export const withNew = (known: ColorNumbers, assigned: ColorNumbers): ColorNumbers => ({
  ...assigned,
  ...known,
})

/** A series may have the name of an inherited property: `constructor`, `__proto__`. */
const numberOf = (name: string, numbers: ColorNumbers): number =>
  (Object.hasOwn(numbers, name) ? numbers[name] : undefined) ?? hashOf(name)

export function hashOf(name: string): number {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return (hash % COLORS) + 1
}

/** All further values together have no colour of their own. */
export const isGrey = (name: string): boolean => name === OTHER || name === NONE

/** A colour as a CSS value. */
export const colorValue = (name: string, numbers: ColorNumbers): string =>
  isGrey(name) ? 'var(--c-other)' : `var(--c${numberOf(name, numbers)})`
