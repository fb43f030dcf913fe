import type { PartRecord } from '#metadata/installation/installation-store.ts'
import type { Behind, Mismatch } from './compare-stores.ts'

/**
 * Thrown when the stores of a data folder do not belong together. The message says what is wrong and what
 * can safely be done.
 */
export class StoreMismatchError extends Error {
  constructor(folder: string, mismatches: readonly Mismatch[]) {
    const isForeign = mismatches.some(({ kind }) => kind === 'foreign')
    super(
      [
        ...mismatches.map((mismatch) => mismatchSentence(folder, mismatch)),
        'Nothing was changed.',
        isForeign
          ? 'Put two stores that belong together into the folder.'
          : 'Put the missing files back, or restore the whole folder from one backup. If they are gone for good, run the command accept-loss: it says what is lost, and makes the folder usable without it.',
      ].join(' '),
    )
  }
}

const PARTS_NAMED = 5

/** Returns one sentence about a mismatch. */
export function mismatchSentence(folder: string, mismatch: Mismatch): string {
  switch (mismatch.kind) {
    case 'metadata_missing':
      return `The data folder ${folder} has stored events, but no metadata: metadata.db, or metadata.db-wal next to it, is missing or empty.`
    case 'foreign':
      return `metadata.db in ${folder} belongs to installation ${mismatch.metadata}, and the folder events to installation ${mismatch.events}.`
    case 'metadata_behind':
      return `The metadata of ${folder} is older than its events: it lacks ${mismatch.behind.map(behindWords).join(', ')}. metadata.db-wal was lost or cut off, or metadata.db comes from a backup without its events.`
    case 'events_missing':
      return `The data folder ${folder} has metadata of stored events, but the folder events is missing or empty.`
    case 'marks_missing':
      return `The folder events of ${folder} lacks its file metadata-marks.jsonl, so it may belong to another installation or time.`
    case 'tables_missing':
      return `The event store of ${folder} has lost the files of ${counted(mismatch.tables.length, 'table')}: ${mismatch.tables.join(', ')}.`
    case 'parts_missing':
      return partsSentence(`The event store of ${folder}`, mismatch.parts)
  }
}

/** Returns a sentence about parts that a store lacks. */
export function partsSentence(store: string, parts: readonly PartRecord[]): string {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const named = parts.slice(0, PARTS_NAMED).map(({ table, name }) => `${table}/${name}`)
  const others = parts.length - named.length
  const names = others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ')
  return `${store} lacks ${counted(parts.length, 'part')} with ${counted(rows, 'row')}: ${names}.`
}

/** Returns what a store lacks, as words of a list. */
export function behindWords(behind: Behind): string {
  switch (behind.what) {
    case 'changes':
      return 'its last changes'
    case 'project':
      return `project ${behind.projectId}`
    case 'persons':
      return `${counted(behind.count, 'distinct id')} of project ${behind.projectId}`
    case 'group_types':
      return `${counted(behind.count, 'group type')} of project ${behind.projectId}`
  }
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
