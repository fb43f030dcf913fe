import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataTransaction } from '#metadata/database/schema.ts'
import { nextMirrorVersion } from '#metadata/people/mirror-version.ts'
import { chunksOf } from '#shared/chunks-of.ts'

/**
 * A person as a client names it: by several possible ids. The first distinct id that belongs to a person
 * counts, or else the first uuid that does.
 */
export interface PersonName {
  /** The name as the client sent it, for the list of unknown names. */
  readonly name: string
  readonly distinctIds: readonly string[]
  readonly uuids: readonly string[]
}
/** The result of adding persons. */
export interface AddedPersons {
  /**
   * Number of the given names that belong to a listed person. Several names may belong to one person, or to
   * a person who is a member already.
   */
  readonly known: number
  /** The first names that belong to no listed person, at most 1,000, in the given order. */
  readonly unknown: readonly string[]
  /** Number of the given names that belong to no listed person. */
  readonly unknownCount: number
}

/**
 * The members of static cohorts. The event store mirrors them: questions see a change when the mirror has
 * caught up.
 */
export interface StaticMembers {
  /**
   * Adds the persons with these names, in one transaction for each chunk of names. If a chunk fails, the
   * chunks before it stay, and repeating the call adds the rest.
   */
  add(projectId: number, cohortId: number, names: Iterable<readonly PersonName[]>): Promise<AddedPersons>
  /**
   * Adds the persons with these numbers. A number may belong to any distinct id of the person. A person
   * that is not listed counts as unknown.
   */
  addNumbers(projectId: number, cohortId: number, numbers: readonly number[]): Promise<AddedPersons>
  /**
   * Removes a person, under each distinct id by which it was added. Returns false if the project has no
   * such person.
   */
  remove(projectId: number, cohortId: number, personUuid: string): Promise<boolean>
}

/** Highest number of unknown names that are listed. */
const MOST_UNKNOWN = 1_000

/**
 * Number of names that are looked up and added in one transaction. It takes about 10 ms, during which
 * nothing else is written.
 */
const NAMES_AT_ONCE = IDS_A_STATEMENT

export function createStaticMembers(metadata: Metadata): StaticMembers {
  return {
    async add(projectId, cohortId, names) {
      const seen = new Set<string>()
      const unknown: string[] = []
      let unknownCount = 0
      for (const some of names) {
        const others = differentFrom(seen, some)
        for (const { name } of others) seen.add(name)
        const missing = await addAll(metadata, { projectId, cohortId }, others, numbersOfNames)
        unknownCount += missing.length
        for (const { name } of missing) if (unknown.length < MOST_UNKNOWN) unknown.push(name)
        await nextLoopTurn()
      }
      return { known: seen.size - unknownCount, unknown, unknownCount }
    },
    async addNumbers(projectId, cohortId, numbers) {
      const { length } = await addAll(metadata, { projectId, cohortId }, numbers, numbersOfNumbers)
      return { known: new Set(numbers).size - length, unknown: [], unknownCount: length }
    },
    remove: (projectId, cohortId, personUuid) =>
      metadata.transaction().execute(async (transaction) => {
        const rows = await transaction
          .selectFrom('person')
          .innerJoin('person_distinct_id as id', (join) =>
            join.onRef('id.project_id', '=', 'person.project_id').onRef('id.person', '=', 'person.number'),
          )
          .leftJoin('cohort_person', (join) =>
            join
              .on('cohort_person.cohort_id', '=', cohortId)
              .onRef('cohort_person.number', '=', 'id.number')
              .on('cohort_person.is_member', '=', 1),
          )
          .select('cohort_person.number')
          .where('person.project_id', '=', projectId)
          .where('person.uuid', '=', personUuid)
          .execute()
        const numbers = rows.flatMap(({ number }) => (number === null ? [] : [Number(number)]))
        await write(transaction, projectId, cohortId, numbers, false)
        return rows.length > 0
      }),
  }
}

/** Returns the names that are not in `seen`, each once. */
function differentFrom(seen: ReadonlySet<string>, names: readonly PersonName[]): PersonName[] {
  const different = new Map(names.map((one) => [one.name, one]))
  return [...different.values()].filter(({ name }) => !seen.has(name))
}

interface CohortPosition {
  readonly projectId: number
  readonly cohortId: number
}
type FindNumbers<Name> = (
  database: Metadata,
  projectId: number,
  names: readonly Name[],
) => Promise<ReadonlyMap<Name, number>>

/** Adds the persons to whom names belong. Resolves with the names that belong to no listed person. */
async function addAll<Name>(
  metadata: Metadata,
  { projectId, cohortId }: CohortPosition,
  names: readonly Name[],
  find: FindNumbers<Name>,
): Promise<Name[]> {
  const unknown: Name[] = []
  for (const some of chunksOf([...new Set(names)], NAMES_AT_ONCE)) {
    const known = await metadata.transaction().execute(async (transaction) => {
      const found = await find(transaction, projectId, some)
      await write(transaction, projectId, cohortId, [...new Set(found.values())], true)
      return found
    })
    unknown.push(...some.filter((name) => !known.has(name)))
    await nextLoopTurn()
  }
  return unknown
}

/**
 * Returns the numbers of the persons to whom names belong, by name. The first distinct id of a name that
 * belongs to a person counts, or else the first uuid that does. Names without a person are left out.
 */
async function numbersOfNames(
  database: Metadata,
  projectId: number,
  names: readonly PersonName[],
): Promise<Map<PersonName, number>> {
  const byId = await foundAll(
    database,
    projectId,
    names.flatMap(({ distinctIds }) => distinctIds),
    numbersOfIds,
  )
  const byUuid = await foundAll(
    database,
    projectId,
    names.flatMap(({ uuids }) => uuids),
    numbersOfUuids,
  )
  const found = names.map((one) => {
    const id = one.distinctIds.find((each) => byId.has(each))
    const uuid = one.uuids.find((each) => byUuid.has(each))
    const number = (id === undefined ? undefined : byId.get(id)) ?? byUuid.get(uuid ?? '')
    return [one, number] as const
  })
  return new Map(found.flatMap(([one, number]) => (number === undefined ? [] : [[one, number] as const])))
}

async function foundAll(
  database: Metadata,
  projectId: number,
  ids: readonly string[],
  find: FindNumbers<string>,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const some of chunksOf(ids, IDS_A_STATEMENT))
    for (const [id, number] of await find(database, projectId, some)) found.set(id, number)
  return found
}

/** A query of the distinct ids that belong to a person. */
const idsWithPerson = (database: Metadata, projectId: number) =>
  database
    .selectFrom('person_distinct_id as id')
    .innerJoin('person', (join) =>
      join.onRef('person.project_id', '=', 'id.project_id').onRef('person.number', '=', 'id.person'),
    )
    .select(['id.distinct_id', 'id.number'])
    .where('id.project_id', '=', projectId)

/** Returns the numbers of the distinct ids that belong to a person, by distinct id. */
async function numbersOfIds(
  database: Metadata,
  projectId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await idsWithPerson(database, projectId).where('id.distinct_id', 'in', names).execute()
  return new Map(rows.map((row) => [row.distinct_id, Number(row.number)]))
}

async function numbersOfNumbers(
  database: Metadata,
  projectId: number,
  numbers: readonly number[],
): Promise<Map<number, number>> {
  const rows = await idsWithPerson(database, projectId).where('id.number', 'in', numbers).execute()
  return new Map(rows.map(({ number }) => [Number(number), Number(number)]))
}

/** Returns the numbers of the roots of persons, by uuid. */
async function numbersOfUuids(
  database: Metadata,
  projectId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom('person')
    .select(['uuid', 'number'])
    .where('project_id', '=', projectId)
    .where('uuid', 'in', names)
    .execute()
  return new Map(rows.map((row) => [row.uuid, Number(row.number)]))
}

// Writes whether these numbers are members. A row that already says so keeps its version, because it is
// mirrored already.
async function write(
  transaction: MetadataTransaction,
  projectId: number,
  cohortId: number,
  numbers: readonly number[],
  isMember: boolean,
): Promise<void> {
  if (numbers.length === 0) return
  const version = await nextMirrorVersion(transaction)
  const row = { project_id: projectId, cohort_id: cohortId, is_member: Number(isMember), version }
  await transaction
    .insertInto('cohort_person')
    .values(numbers.map((number) => ({ ...row, number })))
    .onConflict((conflict) =>
      conflict
        .columns(['cohort_id', 'number'])
        .doUpdateSet({ is_member: row.is_member, version })
        .where('cohort_person.is_member', '!=', row.is_member),
    )
    .execute()
}
