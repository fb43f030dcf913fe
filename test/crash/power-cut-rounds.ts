import { killServers } from '../fixtures/server-process.ts'
import { unmountAnyway } from './block-image.ts'
import type { CrashPlace } from './crash-sums.ts'
import { createDisk } from './power-cut.ts'

/** The first cut hits a disk that is quite new, the second a disk that already had a cut. */
const CUTS_PER_DISK = 2
/** Three of ten disks are nearly full. */
const isDiskNearlyFull = (number: number) => number % 10 < 3

export async function runPowerCuts(place: CrashPlace, cuts: number): Promise<void> {
  const { mountPoint, sums } = place
  for (let done = 0, number = 0; done < cuts; number++) {
    const isNearlyFull = isDiskNearlyFull(number)
    const disk = createDisk(place, isNearlyFull)
    let last: Awaited<ReturnType<typeof disk.cutPower>> | undefined
    try {
      for (let i = 0; i < CUTS_PER_DISK && done < cuts; i++) {
        const cut = await disk.cutPower()
        last = cut
        done++
        const { lostEvents, eventsStoredTwice, lostWrites, faults } = cut
        sums.add({ powerCuts: 1, lostEvents, eventsStoredTwice, lostWrites, faults })
        console.log(JSON.stringify({ powerCut: done, isNearlyFull, ...cut }))
        // After a loss the disk is not used any more, because later rounds would only report the same loss
        // again.
        if (lostEvents + eventsStoredTwice + lostWrites.length + faults.length > 0) break
      }
    } catch (error) {
      done++
      sums.add({ failed: 1 })
      console.log(JSON.stringify({ powerCut: done, isNearlyFull, failed: String(error) }))
      await killServers()
      unmountAnyway(mountPoint)
    }
    if (last !== undefined) {
      const { acknowledgedEvents, acknowledged } = last
      sums.add({ acknowledgedEvents, acknowledged })
    }
  }
}
