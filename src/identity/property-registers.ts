import { jsonText, parseStoredJson } from '#shared/json-text.ts'

/** Something said at a time, in epoch microseconds. Without a value it is a removal. */
export interface Said {
  readonly at: number
  readonly value?: unknown
}
/**
 * What was said about one property, enough to know its value whatever order the saying arrived in: the latest `$set` or
 * `$unset`, the earliest `$set_once` and the latest, which may be set again after a removal.
 */
export interface PropertyRegister {
  readonly set?: Said
  readonly first?: Said
  readonly last?: Said
}
/** By the name of the property. A Map, because a property may be called `__proto__`. */
export type PropertyRegisters = ReadonlyMap<string, PropertyRegister>

/** What one event says, applied in this order: set once, set, unset. */
export interface PropertyStatement {
  readonly atUs: number
  readonly setOnce: Readonly<Record<string, unknown>> | null
  readonly set: Readonly<Record<string, unknown>> | null
  readonly unset: readonly string[] | null
}

export const NOTHING_KNOWN: PropertyRegisters = new Map()

/**
 * Where someone first came from. Browsers say it with every event, so of these only the earliest is kept: the latest would
 * change, and be written, as often.
 */
export const isOrigin = (name: string): boolean => name.startsWith('$initial_')

export function registersOf({ atUs, setOnce, set, unset }: PropertyStatement): PropertyRegisters {
  if (setOnce === null && set === null && unset === null) return NOTHING_KNOWN
  const registers = new Map<string, PropertyRegister>()
  const put = (name: string, register: PropertyRegister) => {
    // As the stores hold it, so that it is found again.
    const stored = name.toWellFormed()
    registers.set(stored, { ...registers.get(stored), ...register })
  }
  for (const [name, value] of Object.entries(setOnce ?? {})) {
    const said = { at: atUs, value }
    put(name, isOrigin(name) ? { first: said } : { first: said, last: said })
  }
  for (const [name, value] of Object.entries(set ?? {})) put(name, { set: { at: atUs, value } })
  for (const name of unset ?? []) put(name, { set: { at: atUs } })
  return registers
}

/** Both together. Commutative, associative and idempotent: order and repetition do not matter. */
export function joinRegisters(a: PropertyRegisters, b: PropertyRegisters): PropertyRegisters {
  if (a.size === 0) return b
  if (b.size === 0) return a
  const joined = new Map(a)
  addRegisters(joined, b)
  return joined
}

export type JoinRegisters = (known: PropertyRegisters, said: PropertyRegisters) => PropertyRegisters

/**
 * A {@link joinRegisters} for many statements in a row: it copies what it is given once, and adds to its own copy from
 * then on. A copy for each of 10,000 statements would take seconds.
 */
export function createJoinInPlace(): JoinRegisters {
  const own = new WeakSet<PropertyRegisters>()
  return (known, said) => {
    const joined = own.has(known) ? (known as Map<string, PropertyRegister>) : new Map(known)
    addRegisters(joined, said)
    own.add(joined)
    return joined
  }
}

/** As {@link joinRegisters}, into `known` itself. */
export function addRegisters(known: Map<string, PropertyRegister>, said: PropertyRegisters): void {
  for (const [name, register] of said) {
    const before = known.get(name)
    known.set(name, before === undefined ? register : joinRegister(before, register))
  }
}

/** Whether joining `said` would make a difference. Looks at nothing but the names in it. */
export function changesRegisters(known: PropertyRegisters, said: PropertyRegisters): boolean {
  for (const [name, register] of said) {
    const before = known.get(name)
    if (before === undefined) return true
    const { set, first, last } = joinRegister(before, register)
    if (!isSame(set, before.set) || !isSame(first, before.first) || !isSame(last, before.last)) return true
  }
  return false
}

const isSame = (a: Said | undefined, b: Said | undefined) =>
  a === b || (a !== undefined && b !== undefined && !isLater(a, b) && !isLater(b, a))

function joinRegister(a: PropertyRegister, b: PropertyRegister): PropertyRegister {
  const set = laterOf(a.set, b.set)
  const first = earlierOf(a.first, b.first)
  const last = laterOf(a.last, b.last)
  return { ...(set && { set }), ...(first && { first }), ...(last && { last }) }
}

/** A merge: the target's values stay, the other's fill what it lacks. */
export function overlayRegisters(target: PropertyRegisters, other: PropertyRegisters): PropertyRegisters {
  if (target.size === 0) return other
  if (other.size === 0) return target
  const merged = new Map(other)
  for (const [name, register] of target) {
    const theirs = other.get(name)
    const isTheirs =
      theirs !== undefined && registerValue(register) === undefined && registerValue(theirs) !== undefined
    if (!isTheirs) merged.set(name, register)
  }
  return merged
}

/** The property's value, undefined where it has none. */
export function registerValue({ set, first, last }: PropertyRegister): unknown {
  if (set === undefined) return first?.value
  if ('value' in set) return set.value
  // Removed: what was set once after that counts.
  if (first !== undefined && first.at > set.at) return first.value
  return last !== undefined && last.at > set.at ? last.value : undefined
}

/** The properties that have a value. */
export function propertiesOf(registers: PropertyRegisters): Record<string, unknown> {
  const values = [...registers].map(([name, register]) => [name, registerValue(register)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** More than a person or group needs, and little enough that one cannot hold up all others. */
const MAX_NAMES = 1_000
const MAX_CHARACTERS = 512 * 1024

export interface KeptRegisters {
  /** JSON text, null where nothing is known. */
  readonly text: string | null
  /** Whether there was too much: then the names that sort last are left out, the same ones in any order of arrival. */
  readonly isCut: boolean
}

/** As they are kept: at most 1,000 names and 512 KiB. */
export function keptRegisters(registers: PropertyRegisters): KeptRegisters {
  if (registers.size === 0) return { text: null, isCut: false }
  const text = registers.size <= MAX_NAMES ? jsonText(Object.fromEntries(registers)) : null
  if (text !== null && text.length <= MAX_CHARACTERS) return { text, isCut: false }
  return { text: cutText(registers), isCut: true }
}

function cutText(registers: PropertyRegisters): string | null {
  const kept: [string, PropertyRegister][] = []
  let characters = 0
  for (const [name, register] of [...registers].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const length = jsonText([name, register]).length
    if (kept.length === MAX_NAMES) break
    if (characters + length > MAX_CHARACTERS) continue
    characters += length
    kept.push([name, register])
  }
  return kept.length === 0 ? null : jsonText(Object.fromEntries(kept))
}

export const parseRegisters = (text: string | null): PropertyRegisters =>
  text === null
    ? NOTHING_KNOWN
    : new Map(Object.entries(parseStoredJson(text) as Record<string, PropertyRegister>))

const laterOf = (a: Said | undefined, b: Said | undefined) => pick(a, b, isLater)
const earlierOf = (a: Said | undefined, b: Said | undefined) => pick(a, b, (x, y) => isLater(y, x))

function pick(a: Said | undefined, b: Said | undefined, isBetter: (x: Said, y: Said) => boolean) {
  if (a === undefined) return b
  return b === undefined || !isBetter(b, a) ? a : b
}

// Of two things said in the same microsecond one must win, the same whichever came first: a removal, else the text that
// sorts last.
function isLater(a: Said, b: Said): boolean {
  if (a.at !== b.at) return a.at > b.at
  if (!('value' in a) || !('value' in b)) return 'value' in b
  return jsonText(a.value) > jsonText(b.value)
}
