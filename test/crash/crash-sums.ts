import type { SeededRandom } from '../fixtures/seeded-random.ts'

/** The places of the disks of the rounds, and what the rounds share. */
export interface CrashPlace {
  /** The bundled program, which starts faster. */
  readonly program: string
  readonly folder: string
  readonly mountPoint: string
  readonly random: SeededRandom
  readonly sums: CrashSums
}

export interface CrashSums {
  /**
   * Adds the numbers of a line, and of the objects in it, to the sums of the same names. A list counts as its
   * length.
   */
  add(figures: object): void
  values(): Readonly<Record<string, number>>
  isFaultless(): boolean
}

const FAULTS = ['lost', 'eventsStoredTwice', 'returned', 'unreadable', 'faults', 'failed']
/** Figures of a line whose sum has no meaning. */
const OF_ONE_LINE = [
  'leftKiB',
  'heldMs',
  'recoveredMs',
  'readyMs',
  'stopMs',
  'disk',
  'cut',
  'round',
  'imageCopies',
  'stepsBeforeCut',
]

export function createSums(): CrashSums {
  const sums = new Map<string, number>()
  const isFault = (name: string) => FAULTS.some((fault) => name.startsWith(fault))
  function add(figures: object): void {
    for (const [name, value] of Object.entries(figures)) {
      const number = Array.isArray(value) ? value.length : value
      if (typeof number === 'object' && number !== null) add(number)
      else if (typeof number === 'number' && !OF_ONE_LINE.includes(name))
        sums.set(name, (sums.get(name) ?? 0) + number)
    }
  }
  return {
    add,
    values: () => Object.fromEntries(sums),
    isFaultless: () => [...sums].every(([name, sum]) => sum === 0 || !isFault(name)),
  }
}
