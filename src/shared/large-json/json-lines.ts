import { defineMember } from './define-member.ts'
import { groupsOf, isLargeContainer, membersOf, PIECE } from './member-groups.ts'
import type { Pause } from './pauses.ts'

/**
 * First character of a line, which says what the line contains: a whole value, items of an array, or
 * members of an object. A line that begins with a quote is the name of the next member.
 */
const [WHOLE, ITEMS, MEMBERS] = ['=', ',', ':']
const QUOTE = '"'

/**
 * Writes a value as lines that are written and read one by one, so that a large value is never one text. To
 * put a text of 50 MB together took 100 ms, and to take it apart took as long. No line contains a line
 * break.
 */
export function* jsonLines(value: unknown, size = PIECE): Generator<string> {
  if (!isLargeContainer(value, size)) yield WHOLE + JSON.stringify(value)
  else if (Array.isArray(value)) {
    yield '['
    for (const { some, large } of groupsOf(value, size, (item) => item))
      if (large === null) yield ITEMS + JSON.stringify(some)
      else yield* jsonLines(large, size)
    yield ']'
  } else {
    yield '{'
    for (const { some, large } of groupsOf(membersOf(value), size, ([, member]) => member))
      if (large === null) yield MEMBERS + JSON.stringify(Object.fromEntries(some))
      else {
        yield JSON.stringify(large[0])
        yield* jsonLines(large[1], size)
      }
    yield '}'
  }
}

interface Open {
  readonly container: unknown[] | Record<string, unknown>
  /** The name of the member that is read next. */
  name: string
}

/**
 * Reads the value that {@link jsonLines} wrote, and lets other work run between the lines.
 * @throws SyntaxError for lines that `jsonLines` did not write, and if lines are missing
 */
export async function readJsonLines(
  lines: AsyncIterable<string> | Iterable<string>,
  pause: Pause,
): Promise<unknown> {
  const open: Open[] = []
  let whole: { readonly value: unknown } | undefined
  const add = (value: unknown) => {
    const last = open.at(-1)
    if (last === undefined) whole = { value }
    else if (Array.isArray(last.container)) last.container.push(value)
    else defineMember(last.container, last.name, value)
  }
  for await (const line of lines) {
    if (whole !== undefined) throw new SyntaxError('A line follows the end of a value.')
    takeLine(line, open, add)
    await pause()
  }
  if (whole === undefined) throw new SyntaxError('The lines of a value are not complete.')
  return whole.value
}

function takeLine(line: string, open: Open[], add: (value: unknown) => void): void {
  const sign = line.charAt(0)
  const last = open.at(-1)
  if (sign === WHOLE) add(JSON.parse(line.slice(1)))
  else if (sign === '[') open.push({ container: [], name: '' })
  else if (sign === '{') open.push({ container: {}, name: '' })
  else if (last === undefined) throw new SyntaxError('A line of a container stands alone.')
  else if (sign === ']' || sign === '}') {
    open.pop()
    add(last.container)
  } else if (sign === QUOTE) last.name = JSON.parse(line)
  else if (sign === ITEMS) for (const item of JSON.parse(line.slice(1))) add(item)
  else if (sign === MEMBERS) addMembers(last.container, JSON.parse(line.slice(1)))
  else throw new SyntaxError('A line has no known sign.')
}

function addMembers(container: Open['container'], members: object): void {
  if (Array.isArray(container)) throw new SyntaxError('Members stand in an array.')
  for (const [name, value] of Object.entries(members)) defineMember(container, name, value)
}
