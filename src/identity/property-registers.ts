import { jsonText, parseStoredJson } from '#shared/json-text.ts'

/** A value that was assigned to a property. Without `value` the assignment is a removal. */
export interface Assignment {
  /** Epoch microseconds. */
  readonly at: number
  readonly value?: unknown
}
/**
 * The assignments to one property that decide its value in whatever order they arrive: `set` is the latest
 * `$set` or `$unset`, `first` the earliest `$set_once`, and `last` the latest `$set_once`, which counts
 * after a removal.
 */
export interface PropertyRegister {
  readonly set?: Assignment
  readonly first?: Assignment
  readonly last?: Assignment
}
/** Registers by property name. It is a Map, because a property can be named `__proto__`. */
export type PropertyRegisters = ReadonlyMap<string, PropertyRegister>

/** The assignments of one event, which are applied in this order: set once, set, unset. */
export interface PropertyStatement {
  readonly atUs: number
  readonly setOnce: Readonly<Record<string, unknown>> | null
  readonly set: Readonly<Record<string, unknown>> | null
  readonly unset: readonly string[] | null
}

export const NO_REGISTERS: PropertyRegisters = new Map()

/**
 * Whether a property holds the origin of a person. Browsers send such a property with every event, so only
 * its earliest `$set_once` is kept: the latest one would have to be written with every event.
 */
export const isOrigin = (name: string): boolean => name.startsWith('$initial_')

export function toRegisters({ atUs, setOnce, set, unset }: PropertyStatement): PropertyRegisters {
  if (setOnce === null && set === null && unset === null) return NO_REGISTERS
  const registers = new Map<string, PropertyRegister>()
  const put = (name: string, register: PropertyRegister) => {
    // The stores hold only well-formed text.
    const stored = name.toWellFormed()
    registers.set(stored, { ...registers.get(stored), ...register })
  }
  for (const [name, value] of Object.entries(setOnce ?? {})) {
    const once = { at: atUs, value }
    put(name, isOrigin(name) ? { first: once } : { first: once, last: once })
  }
  for (const [name, value] of Object.entries(set ?? {})) put(name, { set: { at: atUs, value } })
  for (const name of unset ?? []) put(name, { set: { at: atUs } })
  return registers
}

/**
 * Returns the join of both registers. The join is commutative, associative and idempotent, so neither order
 * nor repetition matters.
 */
export function joinRegisters(a: PropertyRegisters, b: PropertyRegisters): PropertyRegisters {
  if (a.size === 0) return b
  if (b.size === 0) return a
  const joined = new Map(a)
  addRegisters(joined, b)
  return joined
}

export type JoinRegisters = (known: PropertyRegisters, added: PropertyRegisters) => PropertyRegisters

/**
 * Returns a {@link joinRegisters} for many statements in a row. It copies the registers at the first
 * statement and adds later ones to its own copy. A copy for each of 10,000 statements would take seconds.
 */
export function createJoinInPlace(): JoinRegisters {
  const own = new WeakSet<PropertyRegisters>()
  return (known, added) => {
    const joined = own.has(known) ? (known as Map<string, PropertyRegister>) : new Map(known)
    addRegisters(joined, added)
    own.add(joined)
    return joined
  }
}

/** Does what {@link joinRegisters} does, but changes `known` itself. */
export function addRegisters(known: Map<string, PropertyRegister>, added: PropertyRegisters): void {
  for (const [name, register] of added) {
    const before = known.get(name)
    known.set(name, before === undefined ? register : joinRegister(before, register))
  }
}

/**
 * Whether joining `added` would change `known`. The check takes time only for the names in `added`, however
 * many names `known` has.
 */
export function changesRegisters(known: PropertyRegisters, added: PropertyRegisters): boolean {
  for (const [name, register] of added) {
    const before = known.get(name)
    if (before === undefined) return true
    const { set, first, last } = joinRegister(before, register)
    if (!isSame(set, before.set) || !isSame(first, before.first) || !isSame(last, before.last)) return true
  }
  return false
}

const isSame = (a: Assignment | undefined, b: Assignment | undefined) =>
  a === b || (a !== undefined && b !== undefined && !isLater(a, b) && !isLater(b, a))

function joinRegister(a: PropertyRegister, b: PropertyRegister): PropertyRegister {
  const set = laterOf(a.set, b.set)
  const first = earlierOf(a.first, b.first)
  const last = laterOf(a.last, b.last)
  return { ...(set && { set }), ...(first && { first }), ...(last && { last }) }
}

/**
 * Returns the registers after a merge: the values of the target stay, and properties that have no value in
 * the target get the value of the other.
 */
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

/** Returns the value of the property; undefined if the property has no value. */
export function registerValue({ set, first, last }: PropertyRegister): unknown {
  if (set === undefined) return first?.value
  if ('value' in set) return set.value
  // The property was removed: a `$set_once` after the removal counts.
  if (first !== undefined && first.at > set.at) return first.value
  return last !== undefined && last.at > set.at ? last.value : undefined
}

/** Returns the properties that have a value. */
export function propertiesOf(registers: PropertyRegisters): Record<string, unknown> {
  const values = [...registers].map(([name, register]) => [name, registerValue(register)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/**
 * Highest number of names that are stored for a person or group. This is more than a person or group needs.
 * It is few enough that reading the names does not delay other requests.
 */
const MAX_NAMES = 1_000
const MAX_CHARACTERS = 512 * 1024

export interface StoredRegisters {
  /** JSON text; null if there are no registers. */
  readonly text: string | null
  /**
   * Whether there were too many registers, so that some were left out. Registers are taken in the order of
   * their names. A register is left out if 1,000 are taken already, or if it does not fit into the
   * characters that are left. The choice does not depend on the order of arrival.
   */
  readonly isCut: boolean
}

/** Returns the registers to store: at most 1,000 names and 512 Ki characters. */
export function toStoredRegisters(registers: PropertyRegisters): StoredRegisters {
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
    ? NO_REGISTERS
    : new Map(Object.entries(parseStoredJson(text) as Record<string, PropertyRegister>))

const laterOf = (a: Assignment | undefined, b: Assignment | undefined) => pick(a, b, isLater)
const earlierOf = (a: Assignment | undefined, b: Assignment | undefined) =>
  pick(a, b, (x, y) => isLater(y, x))

function pick(
  a: Assignment | undefined,
  b: Assignment | undefined,
  isBetter: (x: Assignment, y: Assignment) => boolean,
) {
  if (a === undefined) return b
  return b === undefined || !isBetter(b, a) ? a : b
}

// Whether `a` counts as later than `b`. In the same microsecond, the result must not depend on the order of
// arrival. So a removal wins over a value, and of two values the one whose JSON text sorts last wins.
function isLater(a: Assignment, b: Assignment): boolean {
  if (a.at !== b.at) return a.at > b.at
  if (!('value' in a) || !('value' in b)) return 'value' in b
  return jsonText(a.value) > jsonText(b.value)
}
