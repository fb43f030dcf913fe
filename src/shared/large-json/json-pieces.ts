/** How much of a value becomes one piece: each value and key counts 8, and each character of a text 1. */
const PIECE = 64 * 1024
const VALUE = 8

/** A value that is written as a JSON text within JSON. */
export class TextOfJson {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
  toJSON(): string {
    return JSON.stringify(this.value)
  }
}

/**
 * The JSON text of a value in pieces that are short enough to be written between other work; joined they are what `textOf`
 * gives for the whole. `textOf` writes each value for itself, as JSON.stringify does.
 */
export function* jsonPieces(
  value: unknown,
  textOf: (value: unknown) => string = JSON.stringify,
  size = PIECE,
): Generator<string> {
  if (value instanceof TextOfJson && isLarge(value.value, size)) {
    yield '"'
    for (const piece of jsonPieces(value.value, JSON.stringify, size))
      yield JSON.stringify(piece).slice(1, -1)
    yield '"'
  } else if (isContainer(value) && isDivisible(value) && isLarge(value, size))
    yield* Array.isArray(value) ? arrayPieces(value, textOf, size) : objectPieces(value, textOf, size)
  else yield textOf(value)
}

function* arrayPieces(items: unknown[], textOf: (value: unknown) => string, size: number): Generator<string> {
  let separator = '['
  for (let from = 0; from < items.length; ) {
    const to = endOfGroup(items.length, from, size, (i) => items[i])
    yield separator
    separator = ','
    if (to === from + 1 && isDivisible(items[from])) yield* jsonPieces(items[from], textOf, size)
    else yield textOf(items.slice(from, to)).slice(1, -1)
    from = to
  }
  yield ']'
}

function* objectPieces(object: object, textOf: (value: unknown) => string, size: number): Generator<string> {
  const members = Object.entries(object).filter(([, value]) => isWritten(value))
  let separator = '{'
  for (let from = 0; from < members.length; ) {
    const to = endOfGroup(members.length, from, size, (i) => members[i])
    yield separator
    separator = ','
    const [name, value] = members[from] ?? []
    if (to === from + 1 && isDivisible(value)) {
      yield `${JSON.stringify(name)}:`
      yield* jsonPieces(value, textOf, size)
    } else yield textOf(Object.fromEntries(members.slice(from, to))).slice(1, -1)
    from = to
  }
  yield members.length === 0 ? '{}' : '}'
}

/** The end of the items from `from` that fit into one piece together: one at least. */
function endOfGroup(length: number, from: number, size: number, itemAt: (i: number) => unknown): number {
  let left = size
  for (let i = from; i < length; i++) {
    left = roomAfter(itemAt(i), left)
    if (left < 0) return Math.max(i, from + 1)
  }
  return length
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value && typeof value.toJSON === 'function')

/** Whether a value can have pieces of its own. */
const isDivisible = (value: unknown) =>
  value instanceof TextOfJson || (isContainer(value) && Object.keys(value).length > 0)

/** As in JSON.stringify, which leaves out members that are no JSON. */
const isWritten = (value: unknown) => !['undefined', 'function', 'symbol'].includes(typeof value)

const isLarge = (value: unknown, size: number) => roomAfter(value, size) < 0

/** The room of a piece after a value; below zero if the value does not fit. No more is looked at than fits. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - VALUE
  if (typeof value !== 'object' || value === null) return room - VALUE
  if (value instanceof TextOfJson) return roomAfter(value.value, room)
  let left = room - VALUE
  if (Array.isArray(value))
    for (let i = 0; i < value.length && left >= 0; i++) left = roomAfter(value[i], left)
  else
    for (const name in value) {
      if (left < 0) break
      left = roomAfter((value as Record<string, unknown>)[name], left - name.length - VALUE)
    }
  return left
}
