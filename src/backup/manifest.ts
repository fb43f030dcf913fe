import { z } from 'zod'

/** Name of the first entry of a backup. */
export const MANIFEST = 'throughline-backup.json'
/** Name of the last entry of a backup. A file without it is cut off. */
export const CHECKSUMS = 'checksums.json'
/** Number of the format that is written. A program reads all formats up to its own. */
export const FORMAT = 1

export const Manifest = z.object({
  format: z.int(),
  version: z.string(),
  created_at: z.iso.datetime(),
  /** The migrations that ran in each store. `events` is null if the folder has no note of them. */
  migrations: z.object({ metadata: z.array(z.string()), events: z.array(z.string()).nullable() }),
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
})
export type Manifest = z.infer<typeof Manifest>

export const Checksums = z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() }))
export type Checksums = z.infer<typeof Checksums>

/** Thrown if the file is not a backup, is cut off or was altered. The message is a sentence. */
export class BrokenBackupError extends Error {}

export const brokenBackup = (): BrokenBackupError =>
  new BrokenBackupError('The backup is cut off or was altered: it cannot be used.')
