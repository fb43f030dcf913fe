import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface PrintedStore {
  /** All stored uuids, each with the number of times that it is stored. */
  readonly counts: readonly (readonly [string, number])[]
  /** Parts that cannot be read. */
  readonly broken: readonly string[]
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STORED = fileURLToPath(new URL('./print-stored-events.ts', import.meta.url))
const MAX_OUTPUT_BYTES = 512 * 1024 ** 2

/** Returns the events of a folder that no process has open. A separate process reads them. */
export const printStored = (dataFolder: string): PrintedStore =>
  JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', STORED, dataFolder], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT_BYTES,
    }),
  )
