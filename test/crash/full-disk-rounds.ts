import { killServers } from '../fixtures/server-process.ts'
import { mountNewDisk, unmountAnyway, unmountImage } from './block-image.ts'
import type { CrashPlace } from './crash-sums.ts'
import { createFullDisk, type FullDisk } from './full-disk.ts'

const ROUNDS_PER_DISK = 3
const DISK_BYTES = 800 * 1024 ** 2
/** One of this many disks is in memory. Its file system (tmpfs) does not promise blocks to files. */
const DISKS_PER_TMPFS = 4

export async function runFullDisks(place: CrashPlace, rounds: number): Promise<void> {
  const { mountPoint, sums } = place
  for (let done = 0, disk = 1; done < rounds; disk++) {
    const fileSystem = disk % DISKS_PER_TMPFS === 0 ? 'tmpfs' : 'ext4'
    mountNewDisk(fileSystem, DISK_BYTES, place)
    let full: FullDisk | undefined
    try {
      full = await createFullDisk(place)
      for (let i = 0; i < ROUNDS_PER_DISK && done < rounds; i++) {
        const round = await full.fill()
        done++
        sums.add({ fullDisks: 1, ...round })
        console.log(JSON.stringify({ fullDisk: done, fileSystem, ...round }))
      }
      const end = await full.end()
      sums.add(end)
      console.log(JSON.stringify({ fileSystem, ...end }))
      unmountImage(mountPoint)
    } catch (error) {
      done++
      sums.add({ failed: 1 })
      const errors = full?.errors()
      console.log(JSON.stringify({ fullDisk: done, fileSystem, failed: String(error), errors }))
      await killServers()
      unmountAnyway(mountPoint)
    }
  }
}
