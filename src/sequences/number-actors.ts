import { createKeyNumbers } from './key-numbers.ts'
import { type RiseEnds, risesOf } from './rises.ts'

/** Actors with numbers that have no large gaps, so that a number can be an index of an array. */
export interface NumberedActors {
  /** A column for each block. For each row it has the number of the row's actor, plus `least`. */
  readonly columns: readonly Uint32Array[]
  readonly least: number
  /** All numbers are below `count`. There may be numbers without a row. */
  readonly count: number
  /** The rises of `columns`; null if they are too short to be of use. */
  readonly rises: readonly RiseEnds[] | null
  /** The bytes of memory that the numbers take, in addition to the columns of the rows themselves. */
  readonly bytes: number
  /** Returns the actor with a number, in the form of the column `actor`. */
  actor(number: number): number | bigint
}

type ActorColumn = Uint32Array | BigUint64Array

/**
 * The range of persons' numbers goes from the least to the greatest number. If it has more than this many
 * numbers for each row, the persons get new numbers. Otherwise the numbers of the persons are used as they
 * are.
 */
const MOST_NUMBERS_PER_ROW = 8

/**
 * Assigns numbers to the actors of some rows. `columns` has a column for each block; all of them have the
 * same type.
 */
export function numberActors(columns: readonly ActorColumn[]): NumberedActors {
  const persons = columns.filter((column) => column instanceof Uint32Array)
  return persons.length === columns.length ? numberPersons(persons) : numberHashes(columns)
}

function numberPersons(columns: readonly Uint32Array[]): NumberedActors {
  const rows = columns.reduce((sum, { length }) => sum + length, 0)
  const rises = risesOf(columns)
  const [least, greatest] = rangeOf(rises === null ? columns : outermostOf(columns, rises))
  const count = rows === 0 ? 0 : greatest - least + 1
  if (count > MOST_NUMBERS_PER_ROW * rows) return numberHashes(columns)
  return { columns, least, count, rises, bytes: 0, actor: (number) => least + number }
}

/** Returns the numbers at both ends of each rise. The least and the greatest number are among these. */
const outermostOf = (columns: readonly Uint32Array[], rises: readonly RiseEnds[]): Uint32Array[] =>
  columns.flatMap((numbers, i) => {
    const ends = rises[i] ?? []
    const firsts = Uint32Array.from(ends, (_, rise) => numbers[ends[rise - 1] ?? 0] ?? 0)
    const lasts = Uint32Array.from(ends, (end) => numbers[end - 1] ?? 0)
    return [firsts, lasts]
  })

function rangeOf(columns: readonly Uint32Array[]): readonly [least: number, greatest: number] {
  let least = 0xffff_ffff
  let greatest = 0
  for (const column of columns)
    for (let row = 0; row < column.length; row++) {
      const person = column[row] ?? 0
      if (person < least) least = person
      if (person > greatest) greatest = person
    }
  return [least, greatest]
}

function numberHashes(columns: readonly ActorColumn[]): NumberedActors {
  const keys = createKeyNumbers()
  const numbers = columns.map((column) => {
    const ofRows = new Uint32Array(column.length)
    const isWide = column instanceof BigUint64Array
    const halves = new Uint32Array(column.buffer, column.byteOffset, (isWide ? 2 : 1) * column.length)
    for (let row = 0; row < ofRows.length; row++)
      ofRows[row] = isWide
        ? keys.numberOf(halves[2 * row] ?? 0, halves[2 * row + 1] ?? 0)
        : keys.numberOf(halves[row] ?? 0, 0)
    return ofRows
  })
  const isWide = columns.some((column) => column instanceof BigUint64Array)
  const actor = (number: number) => {
    const low = keys.lowOf(number)
    return isWide ? (BigInt(keys.highOf(number)) << 32n) | BigInt(low) : low
  }
  const bytes = numbers.reduce((sum, { byteLength }) => sum + byteLength, keys.bytes())
  return { columns: numbers, least: 0, count: keys.count(), rises: risesOf(numbers), bytes, actor }
}
