import { setTimeout as pause } from 'node:timers/promises'
import { EngineError } from '#engine/engine-error.ts'
import type { EventStore } from '#engine/event-store.ts'
import { join, sql, text } from '#fragments/fragment.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { groupBy } from '#shared/group-by.ts'
import { compareRows, type RowKey, rowKey } from './compare-rows.ts'
import { copyPart } from './copy-part.ts'
import { type DayDigests, readDigests, rowsOfDays } from './day-digests.ts'
import { onDays } from './days-condition.ts'
import { groupsOfDays, type MonthPlan, partsOfDays, planDays } from './plan-days.ts'
import { type ReadableStore, readableStore } from './readable-store.ts'
import type { ProjectDay, RowTable } from './row-table.ts'

/** What copying a table has done. */
export interface CopiedRows {
  /** The digests of both stores, which are equal. */
  readonly digests: DayDigests
  readonly added: number
  /**
   * Rows among them whose properties the target cannot read. It has their text, which filters do not read.
   */
  readonly unread: number
  readonly deleted: number
}

/** Told how many rows of the table the copy has. */
export type CopyProgress = (done: number, all: number) => void

/** Rows that one statement reads. It bounds the time of a statement, not the memory. */
const ROWS_READ_AT_ONCE = 1_000_000
/** Rows of each store whose keys are compared at once. */
const ROWS_COMPARED_AT_ONCE = 250_000
const UUIDS_A_DELETION = 2_000
/** A store refuses inserts while very many deletions are not applied to its files. */
const DELETIONS_AT_ONCE = 100
const LOOK_EVERY_MS = 500
const REWRITING_MS = 3_600_000
/** The first comparison finds what is missing. Lost answers of inserts and deletions need further ones. */
const MAX_COMPARISONS = 7

/**
 * Makes the rows of a table in `target` equal to those of `source`: compares days by their checksums, copies
 * days that are missing, and compares the rows of days that differ. An interrupted copy is continued by the
 * next call, which finds what is missing in the same way. Resolves when both stores have equal checksums.
 * @throws EngineError; Error if they do not become equal
 */
export async function copyRows(
  source: ReadableStore,
  target: EventStore,
  table: RowTable,
  progress: CopyProgress = () => undefined,
  rowsComparedAtOnce = ROWS_COMPARED_AT_ONCE,
): Promise<CopiedRows> {
  const copy = readableStore(target)
  const digests = await readDigests(source, table)
  const all = rowsOfDays(digests.values())
  let [added, unread, deleted] = [0, 0, 0]
  for (let comparisons = 1; ; comparisons++) {
    const copied = await readDigests(copy, table)
    const plans = planDays(digests, copied)
    if (plans.length === 0) return { digests, added, unread, deleted }
    if (comparisons === MAX_COMPARISONS)
      throw new Error(
        `The copy of the table ${table.name} was not equal after ${comparisons} comparisons. Run the command again: it copies what is missing.`,
      )
    let done = Math.min(all, rowsOfDays(copied.values()))
    const onCopied: MonthDeps['onCopied'] = (rows, unreadRows) => {
      added += rows
      unread += unreadRows
      done += rows
      progress(Math.min(done, all), all)
    }
    const deps = { source, copy, target, table, onCopied, rowsComparedAtOnce }
    try {
      for (const plan of plans) deleted += await copyMonth(deps, plan)
    } catch (error) {
      // The rows are stored or not, which the next comparison finds out.
      if (!(error instanceof EngineError && error.kind === 'unsure')) throw error
    }
  }
}

interface MonthDeps {
  readonly source: ReadableStore
  readonly copy: ReadableStore
  readonly target: EventStore
  readonly table: RowTable
  readonly onCopied: (rows: number, unread: number) => void
  readonly rowsComparedAtOnce: number
}

/** Returns the number of deleted rows. */
async function copyMonth(deps: MonthDeps, { month, fresh, differing, gone }: MonthPlan): Promise<number> {
  const { source, copy, table, rowsComparedAtOnce } = deps
  await deleteDays(deps, month, gone)
  for (const days of groupsOfDays(fresh, ROWS_READ_AT_ONCE))
    await copyPart({ month, days, slice: null }, { ...deps, isWanted: () => true })
  let deleted = rowsOfDays(gone)
  for (const part of partsOfDays(month, differing, rowsComparedAtOnce)) {
    const { missing, extra } = await compareRows(source, copy, table, part)
    await deleteUuids(deps, month, extra)
    deleted += extra.length
    if (missing.size > 0) await copyPart(part, { ...deps, isWanted: (key) => missing.has(rowKey(key)) })
  }
  return deleted
}

const byProject = <Row extends { readonly projectId: number }>(rows: readonly Row[]) =>
  groupBy(
    rows,
    ({ projectId }) => projectId,
    (row) => row,
  )

async function deleteDays(deps: MonthDeps, month: number, days: readonly ProjectDay[]): Promise<void> {
  const { target, table } = deps
  for (const [projectId, some] of byProject(days))
    if (table.name === 'events') {
      const conditions = [onDays(some.map(({ day }) => day))]
      await target.deleteEvents({ projectId, conditions, month })
    } else await target.deleteRows(table.name, projectId)
}

async function deleteUuids(deps: MonthDeps, month: number, rows: readonly RowKey[]): Promise<void> {
  const { target, table } = deps
  for (const [projectId, some] of byProject(rows)) {
    // Rows of this table are only deleted with their project. The next comparison copies what is left.
    if (table.name !== 'events') await target.deleteRows(table.name, projectId)
    else
      for (const [i, keys] of [...chunksOf(some, UUIDS_A_DELETION)].entries()) {
        if (i > 0 && i % DELETIONS_AT_ONCE === 0) await untilRewritten(target)
        const uuids = join(
          keys.map(({ uuid }) => sql`${text(uuid)}`),
          sql`, `,
        )
        await target.deleteEvents({ projectId, conditions: [sql`uuid IN (${uuids})`], month })
      }
  }
}

/** @throws Error with a sentence if the deletions do not end within an hour */
async function untilRewritten(target: EventStore): Promise<void> {
  const endMs = performance.now() + REWRITING_MS
  while (!(await target.areDeletionsRewritten())) {
    if (performance.now() > endMs)
      throw new Error('The deletions of the copy are not applied to its files. Run the command again later.')
    await pause(LOOK_EVERY_MS)
  }
}
