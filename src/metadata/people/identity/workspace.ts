import { uuidOfPerson } from '#identity/person-uuid.ts'
import { type Link, type Person, unknownPerson } from '#identity/persons.ts'
import { createJoinInPlace, type JoinRegisters, NO_REGISTERS } from '#identity/property-registers.ts'
import type { MetadataTransaction } from '#metadata/database/schema.ts'
import { nextMirrorVersion } from '#metadata/people/mirror-version.ts'
import { type IdRow, idsByName, moveIds, putIds, takeNumbers } from './id-rows.ts'
import { putLinks } from './link-rows.ts'
import { looksTheSame, type PersonRow, personsByRoot, putPersons, removePersons } from './person-rows.ts'

/** The ids and persons that a transaction changes, loaded once and saved once. */
export interface Workspace {
  id(distinctId: string): IdRow
  putId(id: IdRow): void
  /** Returns the person of an id, after the changes so far. */
  personOf(id: IdRow): Person
  putPerson(person: Person): void
  /** Joins registers of the ids and persons of this workspace. */
  readonly joinRegisters: JoinRegisters
  /** Moves all ids of one person to another, and removes the first person. */
  join(from: Person, to: Person): void
  addLink(link: Link): void
  /**
   * Writes the changes. Returns the distinct ids for which properties were left out, because the id or its
   * person has too many.
   */
  save(): Promise<string[]>
}

/** Loads these distinct ids with their persons. New distinct ids get a number. */
export async function openWorkspace(
  transaction: MetadataTransaction,
  projectId: number,
  distinctIds: readonly string[],
): Promise<Workspace> {
  const stored = await idsByName(transaction, projectId, distinctIds)
  const ids = new Map(stored.map((id) => [id.distinctId, id]))
  const changedIds = new Map<string, IdRow>()
  const newRoots = new Set<number>()
  const missing = distinctIds.filter((distinctId) => !ids.has(distinctId))
  const firstNumber = missing.length === 0 ? 0 : await takeNumbers(transaction, projectId, missing.length)
  for (const [i, distinctId] of missing.entries()) {
    const number = firstNumber + i
    const id = { number, distinctId, root: number, profileUs: null, registers: NO_REGISTERS }
    ids.set(distinctId, id)
    changedIds.set(distinctId, id)
    newRoots.add(number)
  }
  const before = await personsByRoot(transaction, projectId, [...new Set(stored.map((id) => id.root))])
  const persons = new Map<number, Person>(before)
  const changedPersons = new Set<number>()
  const joinedTo = new Map<number, number>()
  const links: Link[] = []
  const rootOf = (root: number) => rootIn(joinedTo, root)
  return {
    id(distinctId) {
      const id = ids.get(distinctId)
      if (id === undefined) throw new Error('A distinct id was not loaded')
      return id
    },
    putId(id) {
      ids.set(id.distinctId, id)
      changedIds.set(id.distinctId, id)
    },
    personOf(id) {
      const root = rootOf(id.root)
      return persons.get(root) ?? unknownPerson(root)
    },
    putPerson(person) {
      persons.set(person.root, person)
      changedPersons.add(person.root)
    },
    joinRegisters: createJoinInPlace(),
    join(from, to) {
      joinedTo.set(from.root, to.root)
      persons.delete(from.root)
      changedPersons.delete(from.root)
    },
    addLink: (link) => void links.push(link),
    async save() {
      const version = newVersion(transaction)
      const moved = [...joinedTo.keys()]
      const hasMoved = moved.length > 0
      const rooted = [...changedIds.values()].map((id) =>
        newRoots.has(id.number) ? { ...id, root: rootOf(id.root) } : id,
      )
      const overfull = await putIds(transaction, projectId, rooted, hasMoved ? await version() : 0)
      const leaving = moved.filter((root) => !newRoots.has(root))
      const moves = new Map(leaving.map((root) => [root, rootOf(root)]))
      if (moves.size > 0) await moveIds(transaction, projectId, 'person', moves, await version())
      await putLinks(transaction, projectId, links)
      const changed = [...changedPersons].flatMap((root) => persons.get(root) ?? [])
      const names = new Map([...ids.values()].map((id) => [id.number, id.distinctId]))
      const overfullRoots = await savePersons(transaction, projectId, changed, { before, names, version })
      await removePersons(
        transaction,
        projectId,
        moved.filter((root) => before.has(root)),
      )
      const ofPersons = [...ids.values()].filter((id) => overfullRoots.has(rootOf(id.root)))
      return [...overfull, ...ofPersons.map((id) => id.distinctId)]
    },
  }
}

/** Returns the root that a number has after all joins, and shortens the path to it for the next look-up. */
function rootIn(joinedTo: Map<number, number>, number: number): number {
  let root = number
  for (let next = joinedTo.get(root); next !== undefined; next = joinedTo.get(root)) root = next
  for (let at = number; at !== root; ) {
    const next = joinedTo.get(at) ?? root
    joinedTo.set(at, root)
    at = next
  }
  return root
}

/** Returns a function that gives the same new version at every call. The first call takes the version. */
export function newVersion(transaction: MetadataTransaction): () => Promise<number> {
  let taken: Promise<number> | undefined
  return () => {
    taken ??= nextMirrorVersion(transaction)
    return taken
  }
}

export interface SaveContext {
  /** The persons as they were stored, by root. */
  readonly before: ReadonlyMap<number, PersonRow>
  /** The distinct id of each root. */
  readonly names: ReadonlyMap<number, string>
  readonly version: () => Promise<number>
}

/**
 * Writes persons. A person that changed for clients gets the new version. A person without an event that
 * has a person profile is not stored. Returns the roots of the persons for whom properties were left out
 * because there are too many.
 */
export async function savePersons(
  transaction: MetadataTransaction,
  projectId: number,
  persons: readonly Person[],
  { before, names, version }: SaveContext,
): Promise<ReadonlySet<number>> {
  const rows: PersonRow[] = []
  for (const person of persons) {
    if (person.createdUs === null) continue
    const old = before.get(person.root)
    const isSame = old !== undefined && looksTheSame(old, person)
    rows.push({
      ...person,
      uuid: old?.uuid ?? uuidOfPerson(projectId, rootOf(names, person.root)),
      version: isSame ? old.version : await version(),
    })
  }
  return new Set(await putPersons(transaction, projectId, rows))
}

function rootOf(names: SaveContext['names'], root: number): string {
  const distinctId = names.get(root)
  if (distinctId === undefined) throw new Error('A person has no root')
  return distinctId
}
