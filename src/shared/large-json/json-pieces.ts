import { groupsOf, isLarge, isLargeContainer, membersOf, PIECE, TextOfJson } from './member-groups.ts'

type TextOf = (value: unknown) => string

/**
 * Yields the JSON text of a value in pieces, which are short enough to be written between other work. The
 * joined pieces equal what `textOf` gives for the whole value. `textOf` must write each value independently
 * of the others, as JSON.stringify does.
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
  } else if (isLargeContainer(value, size))
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
  containerPieces(membersOf(object), '{}', size, {
    valueIn: ([, value]) => value,
    together: (some) => textOf(Object.fromEntries(some)).slice(1, -1),
    *alone([name, value]) {
      yield `${JSON.stringify(name)}:`
      yield* jsonPieces(value, textOf, size)
    },
  })

/** The way in which the members of an array or object are written. */
interface MemberForm<Member> {
  valueIn(member: Member): unknown
  /** Returns the text of several members, with commas. */
  together(members: readonly Member[]): string
  /** Yields the pieces of a large member. */
  alone(member: Member): Iterable<string>
}

function* containerPieces<Member>(
  members: readonly Member[],
  brackets: string,
  size: number,
  { valueIn, together, alone }: MemberForm<Member>,
): Generator<string> {
  yield brackets.charAt(0)
  let isFirst = true
  for (const { some, large } of groupsOf(members, size, valueIn)) {
    if (!isFirst) yield ','
    isFirst = false
    if (large === null) yield together(some)
    else yield* alone(large)
  }
  yield brackets.charAt(1)
}
