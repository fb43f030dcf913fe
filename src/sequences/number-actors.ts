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
  let least = 0xffff_ffff
  let greatest = 0
  for (const column of columns)
    for (const person of column) {
      if (person < least) least = person
      if (person > greatest) greatest = person
    }
  const rows = rowsOf(columns)
  const count = rows === 0 ? 0 : greatest - least + 1
  if (count > MOST_NUMBERS_PER_ROW * rows) return numberHashes(columns)
  const ofRows = new Uint32Array(rows)
  let at = 0
  for (const column of columns) for (const person of column) ofRows[at++] = person - least
  return { ofRows, count, actor: (number) => least + number }
}

function numberHashes(columns: readonly (Uint32Array | BigUint64Array)[]): NumberedActors {
  const rows = rowsOf(columns)
  const keys = createKeyNumbers(rows)
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
  const actor = (number: number) => (isWide ? keys.keyOf(number) : Number(keys.keyOf(number)))
  return { ofRows, count: keys.count(), actor }
}

const NONE = 0xffff_ffff

/** Numbers for keys of 64 bits, in halves: a bigint for each row would be slow. A table with open addressing for up to `most` keys. */
function createKeyNumbers(most: number) {
  const bits = Math.max(4, Math.ceil(Math.log2(2 * most + 1)))
  const places = new Uint32Array(2 ** bits).fill(NONE)
  const lows = new Uint32Array(most)
  const highs = new Uint32Array(most)
  let count = 0
  return {
    numberOf(low: number, high: number): number {
      let place = Math.imul(low ^ Math.imul(high, 0x85eb_ca6b), 0x9e37_79b1) >>> (32 - bits)
      let known = places[place] ?? NONE
      while (known !== NONE && (lows[known] !== low || highs[known] !== high)) {
        place = place + 1 === places.length ? 0 : place + 1
        known = places[place] ?? NONE
      }
      if (known !== NONE) return known
      places[place] = count
      lows[count] = low
      highs[count] = high
      return count++
    },
    keyOf: (number: number) => (BigInt(highs[number] ?? 0) << 32n) | BigInt(lows[number] ?? 0),
    count: () => count,
  }
}

const rowsOf = (columns: readonly { readonly length: number }[]) =>
  columns.reduce((rows, { length }) => rows + length, 0)
