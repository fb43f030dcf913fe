import { liveActions } from '#metadata/actions/live-actions.ts'
import { isDiskFull } from '#metadata/database/disk-full.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { emptyValues, toColumns } from '#metadata/fields.ts'
import { recordChange, recordCreation } from '#metadata/insights/activity-store.ts'
import type { Writing } from '#metadata/insights/insight-store.ts'
import { listPage } from '#metadata/list-page.ts'
import { searchText } from '#metadata/search-text.ts'
import { isoInstant, isWithin } from '#shared/clock.ts'
import { invalid } from '#shared/request-error.ts'
import { COHORT_FIELDS, type Cohort, type CohortFields, type CohortRules, cohortChanges } from './cohort.ts'
import { liveCohorts, liveOf, toCohort } from './live-cohorts.ts'

export interface CohortListOptions {
  readonly limit: number
  readonly offset: number
  /** A part of the name or the description, whatever the case of its letters. */
  readonly search?: string | undefined
  /** Whether the list begins with the cohort that was created last. */
  readonly isLastFirst?: boolean | undefined
}

export interface CohortStore<Definition> {
  /**
   * Creates a cohort.
   * @throws RequestError if its definition cannot be computed.
   */
  create(writing: Writing, fields: Partial<CohortFields>): Promise<Cohort>
  /** Returns a page of the cohorts that are not deleted, oldest first unless `isLastFirst`. */
  list(projectId: number, page: CohortListOptions): Promise<{ count: number; cohorts: Cohort[] }>
  /**
   * Returns the cohorts that are not deleted, oldest first. They have only the fields that a table of
   * cohorts in SQL shows.
   */
  listedIn(
    projectId: number,
  ): Promise<(Pick<Cohort, 'id' | 'name' | 'isStatic'> & { readonly createdMs: number })[]>
  /** Returns null for a cohort that is unknown, deleted or of another project. */
  find(projectId: number, id: number): Promise<Cohort | null>
  /**
   * Changes the given fields. Returns null for an unknown cohort, and for a deleted one unless the change
   * restores it.
   * @throws RequestError if the definition, or the definition of a cohort that depends on this cohort,
   * could not be computed.
   */
  update(writing: Writing, id: number, change: Partial<CohortFields>): Promise<Cohort | null>
  /**
   * Returns the definition of a cohort that is not stored. It has the number 0, which no stored cohort has.
   * @throws RequestError for a definition that cannot be computed.
   */
  checked(projectId: number, fields: Partial<CohortFields>): Promise<Definition>
  /**
   * Returns the definitions of these cohorts and of all cohorts that they depend on, by id. Cohorts that
   * are unknown, deleted or of another project are missing.
   */
  definitionsOf(projectId: number, ids: readonly number[]): Promise<ReadonlyMap<number, Definition>>
  /**
   * Returns the cohort with this count of its members, and records the count for lists. An equal count is
   * recorded again only after a minute, because a write makes every cached response of lists out of date.
   * If the disk is full, the recorded count stays.
   */
  noteCount(cohort: Cohort, count: number, nowMs: number): Promise<Cohort>
}

const UNSTORED = 0
const COUNT_AGE_MS = 60_000

export function createCohortStore<Definition>(
  metadata: Metadata,
  rules: CohortRules<Definition>,
): CohortStore<Definition> {
  return {
    create: (writing, fields) =>
      metadata.transaction().execute((transaction) => create(transaction, rules, writing, fields)),
    list: (projectId, page) => list(metadata, projectId, page),
    async listedIn(projectId) {
      const rows = await liveOf(metadata, projectId)
        .select(['id', 'name', 'is_static', 'created_at'])
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        isStatic: row.is_static === 1,
        createdMs: Date.parse(row.created_at),
      }))
    },
    async find(projectId, id) {
      const cohort = await find(metadata, projectId, id)
      return cohort?.deleted ? null : cohort
    },
    update: (writing, id, change) =>
      metadata.transaction().execute((transaction) => update(transaction, rules, writing, id, change)),
    async checked(projectId, fields) {
      const written = { ...emptyValues(COHORT_FIELDS), ...fields, id: UNSTORED }
      const live = await liveCohorts(metadata, projectId)
      rules.checkWritten(written, live, await liveActions(metadata, projectId))
      return rules.parse(UNSTORED, written)
    },
    definitionsOf: (projectId, ids) => definitionsOf(metadata, rules, projectId, ids),
    async noteCount(cohort, count, nowMs) {
      const countedAt = isoInstant(nowMs)
      const isKnown =
        cohort.count === count && isWithin(COUNT_AGE_MS, Date.parse(cohort.countedAt ?? ''), nowMs)
      if (!isKnown) await recordCount(metadata, cohort.id, count, countedAt)
      return { ...cohort, count, countedAt }
    },
  }
}

async function recordCount(metadata: Metadata, id: number, count: number, countedAt: string): Promise<void> {
  try {
    await metadata
      .updateTable('cohort')
      .set({ person_count: count, counted_at: countedAt })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    // If the disk is full, the count is not recorded, but the cohort can still be read.
    if (!isDiskFull(error)) throw error
  }
}

const columnsOf = (fields: CohortFields) => ({
  ...toColumns(COHORT_FIELDS, fields),
  search_text: searchText([fields.name, fields.description]),
})

async function create(
  transaction: Metadata,
  rules: CohortRules<unknown>,
  writing: Writing,
  fields: Partial<CohortFields>,
): Promise<Cohort> {
  const { projectId, userId, nowMs } = writing
  const row = await transaction
    .insertInto('cohort')
    .values({
      ...columnsOf({ ...emptyValues(COHORT_FIELDS), ...fields }),
      project_id: projectId,
      created_at: isoInstant(nowMs),
      created_by: userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const cohort = toCohort(row)
  rules.checkWritten(
    cohort,
    await liveCohorts(transaction, projectId),
    await liveActions(transaction, projectId),
  )
  await recordCreation(transaction, writing, 'Cohort', cohort)
  return cohort
}

async function update(
  transaction: Metadata,
  rules: CohortRules<unknown>,
  writing: Writing,
  id: number,
  change: Partial<CohortFields>,
): Promise<Cohort | null> {
  const { projectId } = writing
  const before = await find(transaction, projectId, id)
  if (before === null || (before.deleted && change.deleted === undefined)) return null
  if (change.isStatic !== undefined && change.isStatic !== before.isStatic)
    throw invalid(
      'invalid_input',
      'is_static cannot change after the cohort is created: leave it out, or create another cohort.',
      'is_static',
    )
  const row = await transaction
    .updateTable('cohort')
    .set(columnsOf({ ...before, ...change }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const after = toCohort(row)
  await check(transaction, rules, after)
  await recordChange(transaction, writing, 'Cohort', before, after, cohortChanges(before, after))
  return after
}

/**
 * Requires that the cohort can be computed, or, if it is deleted, that nothing of the project uses it.
 * @throws RequestError if one of these does not hold.
 */
async function check(transaction: Metadata, rules: CohortRules<unknown>, cohort: Cohort): Promise<void> {
  const { projectId } = cohort
  const live = await liveCohorts(transaction, projectId)
  const actions = await liveActions(transaction, projectId)
  if (!cohort.deleted) return rules.checkWritten(cohort, live, actions)
  const { test_account_filters: filters } = await transaction
    .selectFrom('project')
    .select('test_account_filters')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  rules.checkDeleted(cohort, live, actions, JSON.parse(filters))
}

async function list(database: Metadata, projectId: number, page: CohortListOptions) {
  const { count, rows } = await listPage(database, liveOf(database, projectId), page, 'created_at')
  return { count, cohorts: rows.map(toCohort) }
}

async function find(database: Metadata, projectId: number, id: number): Promise<Cohort | null> {
  const row = await database
    .selectFrom('cohort')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : toCohort(row)
}

async function definitionsOf<Definition>(
  database: Metadata,
  { parse, referencesOf }: CohortRules<Definition>,
  projectId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Definition>> {
  const definitions = new Map<number, Definition>()
  let wanted = [...new Set(ids)]
  while (wanted.length > 0) {
    const rows = await liveOf(database, projectId).selectAll().where('id', 'in', wanted).execute()
    const found = rows.map((row) => parse(row.id, toCohort(row)))
    rows.forEach((row, i) => {
      definitions.set(row.id, found[i] as Definition)
    })
    wanted = [...new Set(found.flatMap(referencesOf))].filter((id) => !definitions.has(id))
  }
  return definitions
}
