import { stringEnd } from '#shared/json-outline.ts'
import { defineMember } from './define-member.ts'
import type { Pause } from './pauses.ts'

/** Number of characters that are parsed at once. A value up to about this size is not divided. */
const PART = 64 * 1024
/** Values that are nested deeper than this are parsed at once. */
const DEEPEST = 64

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

export interface PartsOptions {
  /** Called between two parts. Other work can run meanwhile. */
  readonly pause: Pause
  /** Parses the text of a part. The part is JSON if the whole text is. */
  readonly parse?: (text: string) => unknown
  readonly part?: number
}

interface Parts {
  readonly text: string
  readonly part: number
  readonly parse: (text: string) => unknown
  readonly pause: Pause
}
/** A value that was read, and the position after it. */
interface Read {
  readonly value: unknown
  readonly end: number
}

/**
 * Parses a text in parts and lets other work run between them. The result equals what `parse` gives for the
 * whole text. A long string is one part.
 * @throws SyntaxError for text that is not JSON, as `parse` does.
 */
export async function parseInParts(text: string, options: PartsOptions): Promise<unknown> {
  const { pause, parse = JSON.parse, part = PART } = options
  if (text.length <= part) return parse(text)
  const parts = { text, part, parse, pause }
  const { value, end } = await readValue(parts, blanksEnd(text, 0), 0)
  if (blanksEnd(text, end) !== text.length) throw malformed(end)
  return value
}

async function readValue(parts: Parts, start: number, depth: number): Promise<Read> {
  const { text } = parts
  const end = valueEnd(text, start, depth < DEEPEST ? parts.part : text.length)
  if (end !== null) return { value: parts.parse(text.slice(start, end)), end }
  const container = text.charCodeAt(start) === OPEN_BRACKET ? newArray(parts) : newObject(parts)
  return { value: container.value, end: await fill(container, parts, start + 1, depth + 1) }
}

/** An array or object whose members are added in parts. */
interface Container {
  readonly value: object
  readonly close: number
  /** Returns where the value of a member begins. `member` is where the member itself begins. */
  valueStart(member: number): number
  add(member: number, value: unknown): void
  /** Adds the members that a text contains, separated by commas. */
  addAll(text: string): void
}

function newArray({ parse }: Parts): Container {
  const items: unknown[] = []
  return {
    value: items,
    close: CLOSE_BRACKET,
    valueStart: (member) => member,
    add: (_, item) => void items.push(item),
    addAll(text) {
      for (const item of parse(`[${text}]`) as unknown[]) items.push(item)
    },
  }
}

function newObject({ text, parse }: Parts): Container {
  const object: Record<string, unknown> = {}
  return {
    value: object,
    close: CLOSE_BRACE,
    valueStart(member) {
      if (text.charCodeAt(member) !== QUOTE) throw malformed(member)
      const colon = blanksEnd(text, stringEnd(text, member) + 1)
      if (text.charCodeAt(colon) !== COLON) throw malformed(colon)
      return blanksEnd(text, colon + 1)
    },
    add(member, value) {
      defineMember(object, JSON.parse(text.slice(member, stringEnd(text, member) + 1)), value)
    },
    addAll(members) {
      for (const [name, value] of Object.entries(parse(`{${members}}`) as object))
        defineMember(object, name, value)
    },
  }
}

/**
 * Reads the members from `start` on, and parses small ones together. Returns the position after the
 * container.
 */
async function fill(container: Container, parts: Parts, start: number, depth: number): Promise<number> {
  const { text, part, pause } = parts
  if (text.charCodeAt(blanksEnd(text, start)) === container.close) return blanksEnd(text, start) + 1
  /** Range of the members that are parsed together; `from` is -1 if there are none. */
  const some = { from: -1, end: -1 }
  const addSome = () => {
    if (some.from !== -1) container.addAll(text.slice(some.from, some.end))
    some.from = -1
  }
  for (let at = start; ; at++) {
    const member = blanksEnd(text, at)
    const valueAt = container.valueStart(member)
    let end = valueEnd(text, valueAt, part)
    if (end === null) {
      addSome()
      const read = await readValue(parts, valueAt, depth)
      container.add(member, read.value)
      end = read.end
    } else {
      if (some.from === -1) some.from = member
      some.end = end
    }
    at = blanksEnd(text, end)
    const code = text.charCodeAt(at)
    if (code !== COMMA && code !== container.close) throw malformed(at)
    if (code === container.close || (some.from !== -1 && end - some.from > part)) {
      addSome()
      await pause()
    }
    if (code === container.close) return at + 1
  }
}

/**
 * Returns the position after the value at `start`; null for an array or object that is longer than `limit`.
 */
function valueEnd(text: string, start: number, limit: number): number | null {
  const first = text.charCodeAt(start)
  if (first === QUOTE) return stringEnd(text, start) + 1
  if (first === OPEN_BRACKET || first === OPEN_BRACE) return containerEnd(text, start, limit)
  let end = start
  while (end < text.length && !isEndOfNumber(text.charCodeAt(end))) end++
  if (end === start) throw malformed(start)
  return end
}

function containerEnd(text: string, start: number, limit: number): number | null {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (at - start > limit) return null
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(text, at)
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) depth++
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
      depth--
      if (depth === 0) return at + 1
    }
  }
  throw malformed(text.length)
}

const isBlank = (code: number) => code === 32 || code === 10 || code === 13 || code === 9
const isEndOfNumber = (code: number) =>
  code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE || isBlank(code)

function blanksEnd(text: string, start: number): number {
  let end = start
  while (isBlank(text.charCodeAt(end))) end++
  return end
}

const malformed = (place: number) => new SyntaxError(`Unexpected sign in JSON at position ${place}`)
