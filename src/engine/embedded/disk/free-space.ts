import { statfsSync } from 'node:fs'

/**
 * `ample`: everything runs.
 * `low`: no merge or mutation begins, which leaves the rest of the space to events.
 * `full`: events and deletions are refused, which leaves the rest to the metadata and to work that has
 * already begun.
 */
export type SpaceLevel = 'ample' | 'low' | 'full'

/** Bytes that this process can still write to the file system that holds the folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Returns the level for the free bytes. Merges stop below twice the reserve. A level is left only when the
 * space rises to 1.25 times the limit at which it began, so that the level does not flicker.
 */
export function spaceLevel(free: number, reserved: number, before: SpaceLevel): SpaceLevel {
  const isBelow = (limit: number, isThere: boolean) => free < (isThere ? limit * 1.25 : limit)
  if (isBelow(reserved, before === 'full')) return 'full'
  return isBelow(2 * reserved, before !== 'ample') ? 'low' : 'ample'
}
