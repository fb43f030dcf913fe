/** How much of a value becomes one piece: each value and key counts 8, and each character of a text 1. */
const PIECE = 64 * 1024
const VALUE = 8

type TextOf = (value: unknown) => string

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
 * The JSON text of a value in pieces that are short enough to be written between other work; joined they
 * are what `textOf` gives for the whole. `textOf` writes each value for itself, as JSON.stringify does.
 */
export function* jsonPieces(
  value: unknown,
  textOf: TextOf = JSON.stringify,
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

const arrayPieces = (items: unknown[], textOf: TextOf, size: number) =>
  containerPieces(items, '[]', size, {
    valueIn: (item) => item,
    together: (some) => textOf(some).slice(1, -1),
    alone: (item) => jsonPieces(item, textOf, size),
  })

const objectPieces = (object: object, textOf: TextOf, size: number) =>
  containerPieces(
    Object.entries(object).filter(([, value]) => isWritten(value)),
    '{}',
    size,
    {
      valueIn: ([, value]) => value,
      together: (some) => textOf(Object.fromEntries(some)).slice(1, -1),
      *alone([name, value]) {
        yield `${JSON.stringify(name)}:`
        yield* jsonPieces(value, textOf, size)
      },
    },
  )

/** How the members of an array or object are written. */
interface MemberForm<Member> {
  valueIn(member: Member): unknown
  /** The text of several members, with commas. */
  together(members: readonly Member[]): string
  /** The pieces of a large member. */
  alone(member: Member): Iterable<string>
}

function* containerPieces<Member>(
  members: readonly Member[],
  brackets: string,
  size: number,
  { valueIn, together, alone }: MemberForm<Member>,
): Generator<string> {
  yield brackets.charAt(0)
  for (let from = 0; from < members.length; ) {
    if (from > 0) yield ','
    const to = endOfGroup(members, from, size)
    const some = members.slice(from, to)
    const [first] = some
    if (first !== undefined && some.length === 1 && isDivisible(valueIn(first))) yield* alone(first)
    else yield together(some)
    from = to
  }
  yield brackets.charAt(1)
}

/** The end of the members from `from` that fit into one piece together: one at least. */
function endOfGroup(members: readonly unknown[], from: number, size: number): number {
  let left = size
  for (let i = from; i < members.length; i++) {
    left = roomAfter(members[i], left)
    if (left < 0) return Math.max(i, from + 1)
  }
  return members.length
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value && typeof value.toJSON === 'function')

/** Whether a value can have pieces of its own. */
const isDivisible = (value: unknown) =>
  value instanceof TextOfJson || (isContainer(value) && Object.keys(value).length > 0)

/** JSON.stringify leaves out members that are no JSON. */
const isWritten = (value: unknown) => !['undefined', 'function', 'symbol'].includes(typeof value)

const isLarge = (value: unknown, size: number) => roomAfter(value, size) < 0

/**
 * The room of a piece after a value; below zero if the value does not fit. No more is looked at than fits.
 */
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
