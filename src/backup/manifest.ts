import { z } from 'zod'

/** The first entry of a backup. */
export const MANIFEST = 'throughline-backup.json'
/** The last one: without it the file is cut off. */
export const CHECKSUMS = 'checksums.json'
/** A program reads the formats up to its own. */
export const FORMAT = 1

export const Manifest = z.object({
  format: z.int(),
  version: z.string(),
  created_at: z.iso.datetime(),
  /** The migrations that the stores have; null where a folder does not tell. */
  migrations: z.object({ metadata: z.array(z.string()), events: z.array(z.string()).nullable() }),
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
})
export type Manifest = z.infer<typeof Manifest>

export const Checksums = z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() }))
export type Checksums = z.infer<typeof Checksums>

/** The file is no backup, is cut off or was altered. The message is a sentence. */
export class BrokenBackupError extends Error {}

export const brokenBackup = (): BrokenBackupError =>
  new BrokenBackupError('The backup is cut off or was altered: it cannot be used.')
