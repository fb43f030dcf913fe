/** Of the series colours in their order, as people call them. */
export const COLOR_NAMES: readonly string[] = [
  'blue',
  'orange',
  'teal',
  'plum',
  'bronze',
  'rose',
  'sky',
  'violet',
  'olive',
  'slate',
]
export const COLORS = COLOR_NAMES.length
const OTHER = 'Other'
const NONE = 'none'

/** The number of a series colour, 1 to 10, by the name of the series. */
export type ColorNumbers = Readonly<Record<string, number>>

/** Pairs of colours that are less than 0.15 apart in OKLab, in light or in dark: not taken together while another one is free. */
const NEAR: readonly (readonly [number, number])[] = [
  [1, 7],
  [1, 10],
  [2, 6],
  [3, 9],
  [3, 10],
  [4, 6],
  [4, 8],
  [5, 9],
  [5, 10],
  [6, 10],
  [8, 10],
  [9, 10],
]

const isNear = (a: number, b: number): boolean =>
  NEAR.some(([one, other]) => (one === a && other === b) || (one === b && other === a))

/**
 * The colours of the series of one chart. A `chosen` colour stays. Then come the names that are known, then the new ones: each takes
 * its own colour, that of its hash where it has none, or the next one that is neither taken in this chart nor near to a taken one; where all free ones are near, the
 * next free one. A known name that makes way differs in this chart alone. After ten series colours come twice.
 */
export function assignColors(
  names: readonly string[],
  known: ColorNumbers,
  chosen: ColorNumbers = {},
): ColorNumbers {
  const assigned = new Map<string, number>()
  const taken = new Set<number>()
  const take = (name: string, number: number) => {
    assigned.set(name, number)
    taken.add(number)
    if (taken.size === COLORS) taken.clear()
  }
  const unique = [...new Set(names)].filter((name) => !isGrey(name))
  for (const name of unique) if (Object.hasOwn(chosen, name)) take(name, numberOf(name, chosen))
  const isKnown = (name: string) => Object.hasOwn(known, name)
  const inOrder = [...unique.filter(isKnown), ...unique.filter((name) => !isKnown(name))]
  for (const name of inOrder) if (!assigned.has(name)) take(name, freeColor(numberOf(name, known), taken))
  return Object.fromEntries(assigned)
}

function freeColor(first: number, taken: ReadonlySet<number>): number {
  const free = Array.from({ length: COLORS }, (_, step) => ((first - 1 + step) % COLORS) + 1).filter(
    (number) => !taken.has(number),
  )
  return free.find((number) => ![...taken].some((other) => isNear(number, other))) ?? free[0] ?? first
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
