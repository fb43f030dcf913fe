import { setImmediate as otherWork } from 'node:timers/promises'
import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataTransaction } from '#metadata/database/schema.ts'
import { nextMirrorVersion } from '#metadata/people/mirror-version.ts'
import { chunksOf } from '#shared/chunks-of.ts'

/** Persons as clients name them. */
export interface NamedPersons {
  readonly distinctIds: readonly string[]
  readonly uuids: readonly string[]
}
/** The result of adding persons. */
export interface AddedPersons {
  /** How many of the given names belong to a person. Some may name one person, or a member. */
  readonly known: number
  /** The names that no person has, in the order in which they were given. */
  readonly unknown: readonly string[]
}

/**
 * The members of static cohorts. The event store mirrors them: a change counts in questions when the mirror has caught up.
 */
export interface StaticMembers {
  /** Adds the persons with these names, a part at a time: where one fails, the others are added by a repetition. */
  add(projectId: number, cohortId: number, names: NamedPersons): Promise<AddedPersons>
  /** Removes a person, under each distinct id that it was added by. False where the project has no such person. */
  remove(projectId: number, cohortId: number, personUuid: string): Promise<boolean>
}

/** Names that are looked up and added in one transaction: some 10 ms, in which nothing else is written. */
const NAMES_AT_ONCE = IDS_A_STATEMENT

export function createStaticMembers(metadata: Metadata): StaticMembers {
  return {
    async add(projectId, cohortId, { distinctIds, uuids }) {
      const unknown: string[] = []
      const addAll = async (names: readonly string[], find: typeof numbersOfIds) => {
        for (const some of chunksOf([...new Set(names)], NAMES_AT_ONCE)) {
          const known = await metadata.transaction().execute(async (transaction) => {
            const found = await find(transaction, projectId, some)
            await write(transaction, projectId, cohortId, [...new Set(found.values())], true)
            return found
          })
          unknown.push(...some.filter((name) => !known.has(name)))
          await otherWork()
        }
      }
      await addAll(distinctIds, numbersOfIds)
      await addAll(uuids, numbersOfUuids)
      return { known: new Set(distinctIds).size + new Set(uuids).size - unknown.length, unknown }
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

/** The numbers of distinct ids that belong to a person. */
async function numbersOfIds(
  database: Metadata,
  projectId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom('person_distinct_id as id')
    .innerJoin('person', (join) =>
      join.onRef('person.project_id', '=', 'id.project_id').onRef('person.number', '=', 'id.person'),
    )
    .select(['id.distinct_id', 'id.number'])
    .where('id.project_id', '=', projectId)
    .where('id.distinct_id', 'in', names)
    .execute()
  return new Map(rows.map((row) => [row.distinct_id, Number(row.number)]))
}

/** The numbers of the roots of persons. */
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

// A row that says the same already keeps its version: it is mirrored.
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
