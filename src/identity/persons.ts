import {
  createJoinInPlace,
  type JoinRegisters,
  NO_REGISTERS,
  overlayRegisters,
  type PropertyRegister,
  type PropertyRegisters,
} from './property-registers.ts'

/**
 * A statement that two distinct ids, given by their numbers, are one person. docs/semantics/persons.md
 * defines links.
 */
export interface Link {
  readonly target: number
  readonly other: number
  /** Joins the two persons even if both are identified. */
  readonly isForced: boolean
  /** Epoch microseconds. */
  readonly atUs: number
}

/** Returns a key that is equal for links that differ only in their time. */
export const linkKey = ({ target, other, isForced }: Link): string => `${target} ${other} ${isForced}`

/** A distinct id, with the properties that were assigned under it. */
export interface KnownId {
  readonly number: number
  readonly distinctId: string
  /** The time of the id's first event with a person profile; null if there was none. */
  readonly profileUs: number | null
  /**
   * The time of the id's first `$identify` with another id, accepted or not; absent or null if there was
   * none.
   */
  readonly identifiedUs?: number | null
  readonly registers: PropertyRegisters
}

/** A person as it follows from its ids and links. Times are in epoch microseconds; 0 means never. */
export interface Person {
  /** The number of the distinct id into which all others were merged. */
  readonly root: number
  readonly isIdentified: boolean
  /** Null if no event had a person profile. */
  readonly createdUs: number | null
  readonly registers: PropertyRegisters
  /**
   * The times of the person's last accepted merge, last link (accepted or not) and last assignment of a
   * property.
   */
  readonly mergedUs: number
  readonly linkedUs: number
  readonly assignedUs: number
}

export const unknownPerson = (root: number): Person => ({
  root,
  isIdentified: false,
  createdUs: null,
  registers: NO_REGISTERS,
  mergedUs: 0,
  linkedUs: 0,
  assignedUs: 0,
})

export const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/**
 * Returns the person with added assignments. This is correct only if the assignments are later than the
 * person's last merge.
 */
export const withAssignments = (person: Person, added: PropertyRegisters, join: JoinRegisters): Person => ({
  ...person,
  registers: join(person.registers, added),
  assignedUs: Math.max(person.assignedUs, lastUs(added)),
})

export const isMergeRefused = (other: Person, link: Link): boolean => other.isIdentified && !link.isForced

/**
 * Returns the target with the other person merged into it. This is correct only if nothing later has
 * happened to either person.
 */
export const merge = (target: Person, other: Person, atUs: number): Person => ({
  root: target.root,
  isIdentified: true,
  createdUs: earliest(target.createdUs, other.createdUs),
  registers: overlayRegisters(target.registers, other.registers),
  mergedUs: Math.max(target.mergedUs, other.mergedUs, atUs),
  linkedUs: Math.max(target.linkedUs, other.linkedUs, atUs),
  assignedUs: Math.max(target.assignedUs, other.assignedUs),
})

/**
 * Returns the person after an `$identify` under one of its ids. This is correct only if no link has
 * concerned the person since the `$identify`, which decides whether a later link is accepted.
 */
export const identified = (person: Person, atUs: number): Person => ({
  ...person,
  isIdentified: true,
  linkedUs: Math.max(person.linkedUs, atUs),
})

export interface Replayed {
  readonly persons: readonly Person[]
  /** The root of each id's person. */
  readonly rootOf: ReadonlyMap<number, number>
}

/**
 * Returns the persons that follow from all assignments and links, which are applied in the order in which
 * they happened. The links must refer to ids of the list `ids`.
 */
export function replay(ids: readonly KnownId[], links: readonly Link[]): Replayed {
  const rootOf = new Map(ids.map((id) => [id.number, id.number]))
  const persons = new Map(
    ids.map((id) => [id.number, { ...unknownPerson(id.number), createdUs: id.profileUs }]),
  )
  const join = createJoinInPlace()
  const members = new Map(ids.map((id) => [id.number, [id.number]]))
  const personOf = (number: number) => {
    const root = rootOf.get(number) ?? number
    return persons.get(root) ?? unknownPerson(root)
  }
  for (const message of inOrder(ids, links)) {
    if ('registers' in message) {
      const person = withAssignments(personOf(message.id), message.registers, join)
      persons.set(person.root, person)
      continue
    }
    if ('identifies' in message) {
      const person = identified(personOf(message.identifies), message.atUs)
      persons.set(person.root, person)
      continue
    }
    const target = linked(personOf(message.target), message)
    const other = linked(personOf(message.other), message)
    persons.set(target.root, target)
    if (target.root === other.root) continue
    persons.set(other.root, other)
    if (isMergeRefused(other, message)) continue
    persons.set(target.root, merge(target, other, message.atUs))
    persons.delete(other.root)
    for (const number of members.get(other.root) ?? []) {
      rootOf.set(number, target.root)
      members.get(target.root)?.push(number)
    }
  }
  return { persons: [...persons.values()], rootOf }
}

/** Returns the person with the time of a link that concerned it, even if the link was refused. */
export const linked = (person: Person, link: Link): Person => ({
  ...person,
  linkedUs: Math.max(person.linkedUs, link.atUs),
})

/** The assignments under one distinct id at one time. */
interface TimedRegisters {
  readonly atUs: number
  readonly id: number
  readonly registers: PropertyRegisters
}

/** The first `$identify` under one distinct id. */
interface Identification {
  readonly atUs: number
  readonly identifies: number
}

type Message = Link | TimedRegisters | Identification

/**
 * Sorts links, assignments and identifications by time. The merge of an event comes before the event's
 * assignments, and before the event identifies its own id. Links in the same microsecond are ordered by the
 * texts of their ids, because numbers depend on the order of arrival.
 */
function inOrder(ids: readonly KnownId[], links: readonly Link[]): Message[] {
  const names = new Map(ids.map((id) => [id.number, id.distinctId]))
  const nameOf = (number: number) => names.get(number) ?? ''
  const rank = (message: Message) => {
    if ('registers' in message) return ['registers', nameOf(message.id), '']
    if ('identifies' in message) return ['link, then identification', nameOf(message.identifies), '']
    return ['link', nameOf(message.target), nameOf(message.other)]
  }
  const messages: Message[] = [...links, ...ids.flatMap(toIdentification), ...ids.flatMap(toTimedRegisters)]
  return messages.sort((a, b) => {
    if (a.atUs !== b.atUs) return a.atUs - b.atUs
    const [ranksA, ranksB] = [rank(a), rank(b)]
    const i = ranksA.findIndex((value, at) => value !== ranksB[at])
    return i === -1 ? 0 : (ranksA[i] ?? '') < (ranksB[i] ?? '') ? -1 : 1
  })
}

const toIdentification = ({ number, identifiedUs }: KnownId): Identification[] =>
  typeof identifiedUs === 'number' ? [{ atUs: identifiedUs, identifies: number }] : []

function toTimedRegisters({ number, registers: all }: KnownId): TimedRegisters[] {
  const byTime = new Map<number, Map<string, PropertyRegister>>()
  const add = (name: string, atUs: number, register: PropertyRegister) => {
    const registers = byTime.get(atUs) ?? new Map<string, PropertyRegister>()
    registers.set(name, { ...registers.get(name), ...register })
    byTime.set(atUs, registers)
  }
  for (const [name, { set, first, last }] of all) {
    if (set !== undefined) add(name, set.at, { set })
    for (const once of [first, last])
      if (once !== undefined) add(name, once.at, { first: once, ...(last !== undefined && { last: once }) })
  }
  return [...byTime].map(([atUs, registers]) => ({ atUs, id: number, registers }))
}

/** Returns the time of the last assignment; 0 if there is none. */
function lastUs(registers: PropertyRegisters): number {
  let last = 0
  for (const { set, first, last: once } of registers.values())
    last = Math.max(last, set?.at ?? 0, first?.at ?? 0, once?.at ?? 0)
  return last
}

/** Returns the time of the first assignment; infinity if there is none. */
export function firstUs(registers: PropertyRegisters): number {
  let earliestUs = Number.POSITIVE_INFINITY
  for (const { set, first } of registers.values())
    earliestUs = Math.min(earliestUs, set?.at ?? earliestUs, first?.at ?? earliestUs)
  return earliestUs
}
