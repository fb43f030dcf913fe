import { statfsSync } from 'node:fs'

/**
 * `ample`: everything runs. `low`: no merge or mutation begins, so that the rest is left for events. `full`: events and
 * deletions are refused, so that the rest is left for work that has begun and for the metadata.
 */
export type SpaceLevel = 'ample' | 'low' | 'full'

/** Bytes that this process can still write in the file system of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Merges stop at twice the reserve. A level is left a quarter above where it began, so that it does not flicker. */
export function spaceLevel(free: number, reserved: number, before: SpaceLevel): SpaceLevel {
  const isBelow = (limit: number, isThere: boolean) => free < (isThere ? limit * 1.25 : limit)
  if (isBelow(reserved, before === 'full')) return 'full'
  return isBelow(2 * reserved, before !== 'ample') ? 'low' : 'ample'
}
