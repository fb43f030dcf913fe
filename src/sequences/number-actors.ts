import { createKeyNumbers } from './key-numbers.ts'

/** Actors numbered without large gaps, so that a number can be a place in an array. */
export interface NumberedActors {
  /** The number of each row's actor. */
  readonly ofRows: Uint32Array
  /** All numbers are below it. Some may have no row. */
  readonly count: number
  /** The actor of a number, as the column has it. */
  actor(number: number): number | bigint
}

/** Numbers of persons are used as they are unless there are so many more than rows. */
const MOST_NUMBERS_PER_ROW = 8

/** Numbers the actors of some rows. `columns` are one after the other, all of one type. */
export function numberActors(columns: readonly (Uint32Array | BigUint64Array)[]): NumberedActors {
  const persons = columns.filter((column) => column instanceof Uint32Array)
  return persons.length === columns.length ? numberPersons(persons) : numberHashes(columns)
}

function numberPersons(columns: readonly Uint32Array[]): NumberedActors {
  const rows = rowsOf(columns)
  const [least, greatest] = rangeOf(columns)
  const count = rows === 0 ? 0 : greatest - least + 1
  if (count > MOST_NUMBERS_PER_ROW * rows) return numberHashes(columns)
  const ofRows = new Uint32Array(rows)
  let at = 0
  for (const column of columns)
    for (let row = 0; row < column.length; row++) ofRows[at++] = (column[row] ?? 0) - least
  return { ofRows, count, actor: (number) => least + number }
}

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

function numberHashes(columns: readonly (Uint32Array | BigUint64Array)[]): NumberedActors {
  const rows = rowsOf(columns)
  const keys = createKeyNumbers()
  const ofRows = new Uint32Array(rows)
  let at = 0
  for (const column of columns) {
    const isWide = column instanceof BigUint64Array
    const halves = new Uint32Array(
      column.buffer,
      column.byteOffset,
      isWide ? 2 * column.length : column.length,
    )
    if (isWide)
      for (let i = 0; i < halves.length; i += 2)
        ofRows[at++] = keys.numberOf(halves[i] ?? 0, halves[i + 1] ?? 0)
    else for (const low of halves) ofRows[at++] = keys.numberOf(low, 0)
  }
  const isWide = columns.some((column) => column instanceof BigUint64Array)
  const actor = (number: number) => {
    const low = keys.lowOf(number)
    return isWide ? (BigInt(keys.highOf(number)) << 32n) | BigInt(low) : low
  }
  return { ofRows, count: keys.count(), actor }
}

const rowsOf = (columns: readonly { readonly length: number }[]) =>
  columns.reduce((rows, { length }) => rows + length, 0)
