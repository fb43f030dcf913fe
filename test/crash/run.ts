import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../fixtures/seeded-random.ts'
import { killServers } from '../fixtures/server-process.ts'
import { unmountAnyway, whyNoDisks } from './block-image.ts'
import { type Cut, createDisk } from './power-cut.ts'

/**
 * `npm run crash -- [seed]`: ten power cuts, each at another moment of writing. Two a disk: the first hits a new data
 * folder, the second one that has survived a cut. A JSON line for each with the figures of its disk so far, then the sums.
 * Exits with 1 when a write was lost, an event was stored twice or a store did not open.
 */
const DISKS = 5
const CUTS_PER_DISK = 2

const reason = whyNoDisks()
if (reason !== null) {
  console.error(reason)
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'throughline-crash-'))
const mountPoint = join(folder, 'mounted')
process.on('exit', () => {
  void killServers()
  unmountAnyway(mountPoint)
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const seed = Number(process.argv[2] ?? 1)
const random = seededRandom(seed)
const sums = {
  seed,
  cuts: 0,
  acknowledgedEvents: 0,
  acknowledgedInsightChanges: 0,
  lostEvents: 0,
  eventsStoredTwice: 0,
  lostInsights: 0,
  acknowledgedMerges: 0,
  lostMerges: 0,
  failed: 0,
}

for (let disk = 1; disk <= DISKS; disk++) {
  const cuts = await cutsOfOneDisk(disk)
  const last = cuts.at(-1)
  sums.acknowledgedEvents += last?.acknowledgedEvents ?? 0
  sums.acknowledgedInsightChanges += last?.acknowledgedInsightChanges ?? 0
  sums.acknowledgedMerges += last?.acknowledgedMerges ?? 0
  for (const cut of cuts) {
    sums.cuts++
    sums.lostEvents += cut.lostEvents
    sums.eventsStoredTwice += cut.eventsStoredTwice
    sums.lostInsights += cut.lostInsights
    sums.lostMerges += cut.lostMerges
  }
}
console.log(JSON.stringify(sums))
process.exit(faultsIn(sums) + sums.failed > 0 ? 1 : 0)

function faultsIn(
  cut: Pick<Cut, 'lostEvents' | 'eventsStoredTwice' | 'lostInsights' | 'lostMerges'>,
): number {
  return cut.lostEvents + cut.eventsStoredTwice + cut.lostInsights + cut.lostMerges
}

/** A loss or a store that does not open ends the disk: later cuts would only repeat it. */
async function cutsOfOneDisk(diskNumber: number): Promise<Cut[]> {
  const disk = createDisk(folder, mountPoint, random)
  const cuts: Cut[] = []
  try {
    while (cuts.length < CUTS_PER_DISK) {
      const cut = await disk.cutPower()
      cuts.push(cut)
      console.log(JSON.stringify({ disk: diskNumber, cut: cuts.length, ...cut }))
      if (faultsIn(cut) > 0) break
    }
  } catch (error) {
    sums.failed++
    console.log(JSON.stringify({ disk: diskNumber, cut: cuts.length + 1, failed: String(error) }))
    await killServers()
    unmountAnyway(mountPoint)
  }
  return cuts
}
