import type { PersonStatement } from '../../src/ingest/captured-event.ts'

/** The parts of an event that the definition uses. */
export interface GivenStatement extends PersonStatement {
  readonly distinctId: string
  /** Time of the statement, in epoch us. No two statements have the same time. */
  readonly atUs: number
  /** Whether the message is an `$identify`. */
  readonly identifies?: boolean
}
export interface DefinedPerson {
  /** The distinct id that all other distinct ids of the person were joined to. */
  readonly root: string
  /** The distinct ids of the person, in sorted order. */
  readonly distinctIds: readonly string[]
  readonly isIdentified: boolean
  /**
   * Null without an event with a person profile. The events of such a person count, but the person is in no
   * list.
   */
  readonly createdUs: number | null
  readonly properties: ReadonlyMap<string, unknown>
  /**
   * Keys of properties whose value the document leaves open: those with several `$set_once` around an
   * `$unset`.
   */
  readonly leftOpen: ReadonlySet<string>
}

/**
 * Implements docs/semantics/persons.md literally: sorts all statements by their time and applies them. It
 * keeps values only, and nothing of the state with which the server places a late message.
 */
export function personsByDefinition(said: readonly GivenStatement[]): DefinedPerson[] {
  const personOf = new Map<string, Person>()
  for (const statement of said.toSorted((a, b) => a.atUs - b.atUs)) {
    const { distinctId, merge } = statement
    if (!personOf.has(distinctId)) personOf.set(distinctId, personNamed(distinctId))
    if (merge !== null && merge.other !== distinctId) {
      if (!personOf.has(merge.other)) personOf.set(merge.other, personNamed(merge.other))
      mergeInto(the(personOf, distinctId), the(personOf, merge.other), merge.isForced, personOf)
      if (statement.identifies) the(personOf, distinctId).isIdentified = true
    }
    const person = the(personOf, distinctId)
    if (!statement.hasProfile && merge === null) continue
    person.createdUs ??= statement.atUs
    setProperties(person, statement)
  }
  return [...new Set(personOf.values())].map((person) => ({
    root: person.root,
    distinctIds: [...person.distinctIds].sort(),
    isIdentified: person.isIdentified,
    createdUs: person.createdUs,
    properties: person.properties,
    leftOpen: new Set([...person.past].flatMap(([key, past]) => (LEFT_OPEN.test(past) ? [key] : []))),
  }))
}

interface Person {
  root: string
  distinctIds: Set<string>
  isIdentified: boolean
  createdUs: number | null
  properties: Map<string, unknown>
  /**
   * The history of each property, with a letter for each `$set_once` (o), `$set` (s) and `$unset` (u). The
   * last letters decide the value of the property.
   */
  past: Map<string, string>
}

// A property that was set once, later unset, and after that set once at least twice.
const LEFT_OPEN = /o.*uoo+$/

const personNamed = (distinctId: string): Person => ({
  root: distinctId,
  distinctIds: new Set([distinctId]),
  isIdentified: false,
  createdUs: null,
  properties: new Map(),
  past: new Map(),
})

function mergeInto(target: Person, other: Person, isForced: boolean, personOf: Map<string, Person>): void {
  if (target === other) return
  if (other.isIdentified && !isForced) return
  for (const id of other.distinctIds) {
    target.distinctIds.add(id)
    personOf.set(id, target)
  }
  target.isIdentified = true
  if (other.createdUs !== null) target.createdUs = Math.min(other.createdUs, target.createdUs ?? Infinity)
  fillProperties(target, other)
}

function fillProperties(target: Person, other: Person): void {
  for (const [key, othersPast] of other.past) {
    const ownPast = target.past.get(key) ?? ''
    const isKept = target.properties.has(key)
    if (!isKept && other.properties.has(key)) target.properties.set(key, other.properties.get(key))
    target.past.set(key, isKept ? othersPast + ownPast : ownPast + othersPast)
  }
}

function setProperties(person: Person, { setOnce, set, unset }: GivenStatement): void {
  const { properties, past } = person
  const note = (key: string, letter: string) => past.set(key, (past.get(key) ?? '') + letter)
  for (const [key, value] of Object.entries(setOnce ?? {})) {
    if (!properties.has(key)) properties.set(key, value)
    note(key, 'o')
  }
  for (const [key, value] of Object.entries(set ?? {})) {
    properties.set(key, value)
    note(key, 's')
  }
  for (const key of unset ?? []) {
    properties.delete(key)
    note(key, 'u')
  }
}

function the(personOf: ReadonlyMap<string, Person>, distinctId: string): Person {
  const person = personOf.get(distinctId)
  if (person === undefined) throw new Error(`No person has the id ${distinctId}`)
  return person
}
