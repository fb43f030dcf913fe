import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const FileProgress = z.object({
  /** Digest of the beginning of the file. */
  fingerprint: z.string(),
  /** Number of rows at the beginning of the file that are all acknowledged or set aside. */
  rows: z.number(),
  isDone: z.boolean(),
})
const JournalState = z.object({
  version: z.literal(1),
  /** Digest of the project and of the options that change what is sent. */
  purpose: z.string(),
  files: z.record(z.string(), FileProgress),
  counts: z.object({
    events: z.number(),
    setAside: z.number(),
    leftOut: z.number(),
    /**
     * The events that were stored in part, by issue. The journal of an earlier version does not have this
     * field.
     */
    inPart: z.record(z.string(), z.number()).default({}),
  }),
  /** Length in bytes of the file of rows that were set aside. */
  setAsideBytes: z.number(),
})
export type JournalState = z.infer<typeof JournalState>

/**
 * The progress of an import. It may lag behind what the server has stored, but is never ahead of it: events
 * that are sent again are recognised by their uuids.
 */
export interface Journal {
  readonly state: JournalState
  /** Whether the state comes from an interrupted run. */
  readonly isResumed: boolean
  save(): void
  remove(): void
}

/**
 * Opens the journal at `path`; with null, no journal is kept. A journal of another import is ignored.
 * @throws Error if the journal cannot be read.
 */
export function openJournal(path: string | null, purpose: string, isRestart: boolean): Journal {
  const found = path === null || isRestart ? null : read(path)
  const isSame = found !== null && found.purpose === purpose
  const state: JournalState = isSame
    ? found
    : {
        version: 1,
        purpose,
        files: {},
        counts: { events: 0, setAside: 0, leftOut: 0, inPart: {} },
        setAsideBytes: 0,
      }
  return {
    state,
    isResumed: isSame,
    save() {
      if (path === null) return
      writeFileSync(`${path}.part`, JSON.stringify(state))
      renameSync(`${path}.part`, path)
    },
    remove() {
      if (path !== null) rmSync(path, { force: true })
    },
  }
}

function read(path: string): JournalState | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return JournalState.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(
      `${path} is not the journal of an import. Choose another file with --journal, or remove this one.`,
      {
        cause: error,
      },
    )
  }
}
