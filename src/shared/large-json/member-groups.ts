/**
 * Size of one piece of a value. Each value and each key counts 8, and each character of a text or key
 * counts 1.
 */
export const PIECE = 64 * 1024
const VALUE = 8

/** A value that is written as a string of JSON. The content of the string is the JSON text of the value. */
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
 * Members of an array or object that are written together. `large` is set for a single large member that is
 * itself divided.
 */
export interface MemberGroup<Member> {
  readonly some: readonly Member[]
  readonly large: Member | null
}

/** Divides members into groups, each about the size of one piece. */
export function* groupsOf<Member>(
  members: readonly Member[],
  size: number,
  valueIn: (member: Member) => unknown,
): Generator<MemberGroup<Member>> {
  for (let from = 0; from < members.length; ) {
    const to = endOfGroup(members, from, size)
    const some = members.slice(from, to)
    const [first] = some
    const isAlone = first !== undefined && some.length === 1 && isDivisible(valueIn(first))
    yield { some, large: isAlone ? first : null }
    from = to
  }
}

/** Returns the members of an object that JSON.stringify writes. */
export const membersOf = (object: object): [string, unknown][] =>
  Object.entries(object).filter(([, value]) => isWritten(value))

/** Returns whether a value is an array or object larger than one piece. */
export const isLargeContainer = (value: unknown, size: number): value is object =>
  isContainer(value) && isDivisible(value) && isLarge(value, size)

export const isLarge = (value: unknown, size: number): boolean => roomAfter(value, size) < 0

/**
 * Returns the end of the group of members that begins at `from` and fits into one piece. A group has at
 * least one member.
 */
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

/** Returns whether a value can have pieces of its own. */
const isDivisible = (value: unknown) =>
  value instanceof TextOfJson || (isContainer(value) && Object.keys(value).length > 0)

/** Returns whether JSON.stringify writes a member with this value. */
const isWritten = (value: unknown) => !['undefined', 'function', 'symbol'].includes(typeof value)

/**
 * Returns the room that is left in a piece after a value is added; below zero if the value does not fit.
 * Stops reading the value once it no longer fits.
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
