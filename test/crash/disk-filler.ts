import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './block-image.ts'

const BLOCK_BYTES = 4096

export interface DiskFiller {
  /** Takes all space of the disk at once, except `leaveBytes`. */
  fill(leaveBytes: number): void
  /** Gives back all space that was taken. */
  free(): void
}

/**
 * Creates a filler, which stands for another program on the same disk. It allocates blocks without writing
 * them, so that the disk is full within a millisecond.
 */
export function createDiskFiller(mountPoint: string): DiskFiller {
  let files = 0
  return {
    fill(leaveBytes) {
      // Some of the free blocks are promised to files whose bytes are still in memory. If allocating fails
      // for that reason, half as much is tried.
      for (let bytes = freeBytes(mountPoint) - leaveBytes; bytes >= BLOCK_BYTES; ) {
        if (!allocate(join(mountPoint, `filler-${++files}`), bytes)) bytes = Math.floor(bytes / 2)
        else bytes = Math.min(bytes, freeBytes(mountPoint) - leaveBytes)
      }
    },
    free() {
      for (; files > 0; files--) rmSync(join(mountPoint, `filler-${files}`), { force: true })
    },
  }
}

function allocate(file: string, bytes: number): boolean {
  try {
    run('fallocate', ['--length', String(bytes), file])
    return true
  } catch {
    return false
  }
}

/** Returns the space that a process of root can use, in bytes. */
export function freeBytes(folder: string): number {
  const { bfree, bsize } = statfsSync(folder)
  return bfree * bsize
}
