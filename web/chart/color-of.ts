/** The names of the series colours, in their order. */
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

/** The number of a colour, 1 to 10, keyed by the name of the series. */
export type ColorNumbers = Readonly<Record<string, number>>

/**
 * Pairs of colours that are similar: less than 0.15 apart in OKLab, in the light or in the dark scheme. A
 * chart uses both colours of a pair only if no other colour is free.
 */
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
 * Says what the names of a chart are: the `series` of a question, or the `values` of a breakdown. With
 * another range, a question can have other values.
 */
type Named = 'series' | 'values'

/**
 * Assigns a colour to each name of one chart:
 * - A `chosen` colour stays.
 * - Then known names get their colours.
 * - Then each new name gets the first colour of the palette that is free in this chart.
 * Colours that are near to a used one are skipped while another is free. If the colour of a known series is
 * taken, the series gets another colour in this chart alone. A known value keeps its colour. So a new value
 * gets a colour that the fewest known values have: a chart with another range may have both values, and then
 * needs no change. After ten names colours repeat.
 */
export function assignColors(
  names: readonly string[],
  known: ColorNumbers,
  chosen: ColorNumbers = {},
  named: Named = 'series',
): ColorNumbers {
  const assigned = new Map<string, number>()
  const taken = new Set<number>()
  const uses = usesOf(named === 'values' ? known : {})
  const take = (name: string, number: number) => {
    assigned.set(name, number)
    taken.add(number)
    if (taken.size === COLORS) taken.clear()
  }
  const unique = [...new Set(names)].filter((name) => !isGrey(name))
  for (const name of unique) if (Object.hasOwn(chosen, name)) take(name, numberOf(name, chosen))
  const isKnown = (name: string) => Object.hasOwn(known, name)
  for (const name of unique.filter(isKnown)) {
    if (assigned.has(name)) continue
    const own = numberOf(name, known)
    take(name, named === 'values' && !taken.has(own) ? own : freeColor(fromOn(own), taken))
  }
  for (const name of unique) {
    if (assigned.has(name)) continue
    const number = freeColor(leastUsed(uses, taken), taken)
    take(name, number)
    uses[number - 1] = (uses[number - 1] ?? 0) + 1
  }
  return Object.fromEntries(assigned)
}

/** Counts the known names of each colour. */
function usesOf(known: ColorNumbers): number[] {
  const uses = Array.from({ length: COLORS }, () => 0)
  for (const number of Object.values(known)) uses[number - 1] = (uses[number - 1] ?? 0) + 1
  return uses
}

const ALL = Array.from({ length: COLORS }, (_, place) => place + 1)
const fromOn = (first: number): readonly number[] => [...ALL.slice(first - 1), ...ALL.slice(0, first - 1)]

/** The free colours that the fewest known names have. */
function leastUsed(uses: readonly number[], taken: ReadonlySet<number>): readonly number[] {
  const free = ALL.filter((number) => !taken.has(number))
  const least = Math.min(...free.map((number) => uses[number - 1] ?? 0))
  return free.filter((number) => (uses[number - 1] ?? 0) === least)
}

function freeColor(inOrder: readonly number[], taken: ReadonlySet<number>): number {
  const free = inOrder.filter((number) => !taken.has(number))
  return free.find((number) => ![...taken].some((other) => isNear(number, other))) ?? free[0] ?? 1
}

/**
 * Returns the colours to store: known names keep their colours, and new names of the chart get the assigned
 * ones.
 */
export const withNew = (known: ColorNumbers, assigned: ColorNumbers): ColorNumbers => ({
  ...assigned,
  ...known,
})

/**
 * Returns the colour number of a name. Only own properties count: a series may be called `constructor` or
 * `__proto__`.
 */
const numberOf = (name: string, numbers: ColorNumbers): number =>
  (Object.hasOwn(numbers, name) ? numbers[name] : undefined) ?? 1

/** Whether a name is always grey: the row of all other values, and the row of missing values. */
export const isGrey = (name: string): boolean => name === OTHER || name === NONE

/** The colour of a name as a CSS value. */
export const colorValue = (name: string, numbers: ColorNumbers): string =>
  isGrey(name) ? 'var(--c-other)' : `var(--c${numberOf(name, numbers)})`
