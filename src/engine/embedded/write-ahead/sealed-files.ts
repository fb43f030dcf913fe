import { createOrder } from '#shared/in-order.ts'
import { type ApplyDeps, applyRows } from './apply-rows.ts'
import type { KeptSpace } from './kept-space.ts'
import type { LogFiles } from './log-files.ts'
import { decodeRecords } from './log-records.ts'
import type { SealedFile } from './log-writer.ts'

/** The files of the log whose rows are being inserted, oldest first. */
export interface SealedFiles {
  add(file: SealedFile): void
  /** Whether the rows of all files are in their tables. */
  areApplied(): boolean
  /** Bytes of the files whose rows are not in their tables yet. */
  unappliedBytes(): number
  /** Inserts the rows of all files. If it rejects, the next call continues. */
  apply(): Promise<void>
  /** Removes the files whose rows are in their tables. They cannot come back when it resolves. */
  remove(): Promise<void>
}

interface Unapplied extends SealedFile {
  /** Whether some of the rows may be in their tables. */
  isRepeated: boolean
}

export interface SealedFilesDeps extends ApplyDeps {
  readonly space: KeptSpace
  readonly files: Pick<LogFiles, 'left' | 'keep' | 'remove'>
}

/** Begins with the files that an earlier process has left. */
export async function openSealedFiles(deps: SealedFilesDeps): Promise<SealedFiles> {
  const inOrder = createOrder()
  const unapplied: Unapplied[] = await leftFiles(deps)
  const applied: string[] = []
  return {
    add: (file) => void unapplied.push({ ...file, isRepeated: false }),
    areApplied: () => unapplied.length === 0,
    unappliedBytes: () => unapplied.reduce((sum, { bytes }) => sum + bytes, 0),
    apply: () =>
      inOrder(async () => {
        for (let file = unapplied[0]; file !== undefined; file = unapplied[0]) {
          const { rows, isRepeated } = file
          file.isRepeated = true
          await applyRows(deps, rows, isRepeated)
          applied.push(file.path)
          unapplied.shift()
        }
      }),
    remove: () =>
      inOrder(async () => {
        if (applied.length === 0) return
        await deps.files.remove(applied)
        applied.length = 0
      }),
  }
}

async function leftFiles({ files, warn }: SealedFilesDeps): Promise<Unapplied[]> {
  const left: Unapplied[] = []
  for (const { path, bytes } of files.left) {
    const { records, isDamaged } = decodeRecords(bytes)
    if (isDamaged)
      warn(
        `The write-ahead log is damaged, and some of its rows may be lost. ${await files.keep(path)} keeps them.`,
      )
    left.push({ path, bytes: bytes.length, rows: records, isRepeated: true })
  }
  return left
}
