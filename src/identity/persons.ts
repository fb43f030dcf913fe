import {
  createJoinInPlace,
  type JoinRegisters,
  NOTHING_KNOWN,
  overlayRegisters,
  type PropertyRegister,
  type PropertyRegisters,
} from './property-registers.ts'

/** Said once: these two distinct ids, by number, are one person. Docs: docs/semantics/persons.md. */
export interface Link {
  readonly target: number
  readonly other: number
  /** Joins even two identified persons. */
  readonly isForced: boolean
  /** Epoch microseconds. */
  readonly atUs: number
}

/** The same for the same two ids and kind of link, whenever it was said. */
export const linkKey = ({ target, other, isForced }: Link): string => `${target} ${other} ${isForced}`

/** What is known under one distinct id. */
export interface KnownId {
  readonly number: number
  readonly distinctId: string
  /** When its first event happened that asked for a person; null while none did. */
  readonly profileUs: number | null
  readonly registers: PropertyRegisters
}

/** One person as it follows from its ids and links. Times are epoch microseconds, 0 where nothing happened. */
export interface Person {
  /** The number of the distinct id that all others were joined to. */
  readonly root: number
  readonly isIdentified: boolean
  /** Null for one that no event asked for. */
  readonly createdUs: number | null
  readonly registers: PropertyRegisters
  /** Its last accepted merge, its last link (accepted or not), the last thing said of it. */
  readonly mergedUs: number
  readonly linkedUs: number
  readonly saidUs: number
}

export const unknownPerson = (root: number): Person => ({
  root,
  isIdentified: false,
  createdUs: null,
  registers: NOTHING_KNOWN,
  mergedUs: 0,
  linkedUs: 0,
  saidUs: 0,
})

export const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/** Something said of a person, in its order or within the time since its last merge. */
export const withSaid = (person: Person, said: PropertyRegisters, join: JoinRegisters): Person => ({
  ...person,
  registers: join(person.registers, said),
  saidUs: Math.max(person.saidUs, lastUs(said)),
})

export const isMergeRefused = (other: Person, link: Link): boolean => other.isIdentified && !link.isForced

/** The target with the other in it. Right only when nothing later has happened to either. */
export const merge = (target: Person, other: Person, atUs: number): Person => ({
  root: target.root,
  isIdentified: true,
  createdUs: earliest(target.createdUs, other.createdUs),
  registers: overlayRegisters(target.registers, other.registers),
  mergedUs: Math.max(target.mergedUs, other.mergedUs, atUs),
  linkedUs: Math.max(target.linkedUs, other.linkedUs, atUs),
  saidUs: Math.max(target.saidUs, other.saidUs),
})

export interface Replayed {
  readonly persons: readonly Person[]
  /** The root of each id's person. */
  readonly rootOf: ReadonlyMap<number, number>
}

/** All that was said about these ids, applied in the order in which it happened. The links must be among these ids. */
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
    if ('said' in message) {
      const person = withSaid(personOf(message.id), message.said, join)
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

/** The person remembers that a link concerned it, also where the link was refused. */
export const linked = (person: Person, link: Link): Person => ({
  ...person,
  linkedUs: Math.max(person.linkedUs, link.atUs),
})

interface SaidOfId {
  readonly atUs: number
  readonly id: number
  readonly said: PropertyRegisters
}

/**
 * An event's own merge comes before what it says. Of links in the same microsecond the texts of their ids decide: numbers
 * would not do, which follow from the order of arrival.
 */
function inOrder(ids: readonly KnownId[], links: readonly Link[]): (Link | SaidOfId)[] {
  const names = new Map(ids.map((id) => [id.number, id.distinctId]))
  const nameOf = (number: number) => names.get(number) ?? ''
  const rank = (message: Link | SaidOfId) =>
    'said' in message
      ? ['said', nameOf(message.id), '']
      : ['link', nameOf(message.target), nameOf(message.other)]
  return [...links, ...ids.flatMap(saidOf)].sort((a, b) => {
    if (a.atUs !== b.atUs) return a.atUs - b.atUs
    const [ranksA, ranksB] = [rank(a), rank(b)]
    const i = ranksA.findIndex((value, at) => value !== ranksB[at])
    return i === -1 ? 0 : (ranksA[i] ?? '') < (ranksB[i] ?? '') ? -1 : 1
  })
}

function saidOf({ number, registers }: KnownId): SaidOfId[] {
  const byTime = new Map<number, Map<string, PropertyRegister>>()
  const add = (name: string, atUs: number, register: PropertyRegister) => {
    const said = byTime.get(atUs) ?? new Map<string, PropertyRegister>()
    said.set(name, { ...said.get(name), ...register })
    byTime.set(atUs, said)
  }
  for (const [name, { set, first, last }] of registers) {
    if (set !== undefined) add(name, set.at, { set })
    for (const once of [first, last])
      if (once !== undefined) add(name, once.at, { first: once, ...(last !== undefined && { last: once }) })
  }
  return [...byTime].map(([atUs, said]) => ({ atUs, id: number, said }))
}

/** When the last of these was said; 0 where nothing was. */
function lastUs(registers: PropertyRegisters): number {
  let last = 0
  for (const { set, first, last: once } of registers.values())
    last = Math.max(last, set?.at ?? 0, first?.at ?? 0, once?.at ?? 0)
  return last
}

/** When the earliest of these was said; infinity where nothing was. */
export function firstUs(registers: PropertyRegisters): number {
  let earliestUs = Number.POSITIVE_INFINITY
  for (const { set, first } of registers.values())
    earliestUs = Math.min(earliestUs, set?.at ?? earliestUs, first?.at ?? earliestUs)
  return earliestUs
}
