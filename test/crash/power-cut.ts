import { execFileSync } from 'node:child_process'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUNDLE_VARIABLES } from '../fixtures/bundled-program.ts'
import { createRetryingClient, type RetryingClient } from '../fixtures/retrying-client.ts'
import { type ServerProcess, startServer } from '../fixtures/server-process.ts'
import { signalInTheMiddle } from '../fixtures/signal-in-the-middle.ts'
import type { Writing } from '../fixtures/until-broken.ts'
import { copyAsAfterPowerCut, createImage, mountImage, unmountImage } from './block-image.ts'
import type { CrashClient } from './crash-client.ts'
import { acknowledgedBy, createOtherClients, lostIn } from './crash-clients.ts'
import type { CrashPlace } from './crash-sums.ts'
import { createDiskFiller } from './disk-filler.ts'

/** A disk, and clients that remember the acknowledged writes to it. */
export interface Disk {
  /**
   * Cuts the power while clients write, starts a server on the disk as it was then, and compares what it has
   * with what was acknowledged.
   */
  cutPower(): Promise<Cut>
}
export interface Cut {
  /** Number of batches that were sent or answered before the cut. */
  readonly stepsBeforeCut: number
  readonly imageCopies: number
  readonly acknowledgedEvents: number
  /** Events without a response, which may be stored or not. */
  readonly unansweredEvents: number
  readonly storedEvents: number
  readonly lostEvents: number
  readonly eventsStoredTwice: number
  readonly acknowledged: Readonly<Record<string, number>>
  readonly lostWrites: readonly string[]
  readonly faults: readonly string[]
}

/**
 * Free space of a nearly full disk. It is more than the server keeps in reserve, and less than the clients
 * write before some cuts.
 */
const NEARLY_FULL_BYTES = 110 * 1024 ** 2
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const UUID_COUNTS = fileURLToPath(new URL('./print-uuid-counts.ts', import.meta.url))
const MAX_OUTPUT_BYTES = 512 * 1024 ** 2

/**
 * Makes a new disk, nearly full if some cuts shall meet a full one. It is mounted on `mountPoint` while it is
 * used, and its images are in `folder`.
 */
export function createDisk(
  { folder, mountPoint, program, random }: Pick<CrashPlace, 'folder' | 'mountPoint' | 'program' | 'random'>,
  isNearlyFull: boolean,
): Disk {
  const image = join(folder, 'disk.img')
  const copy = join(folder, 'disk-after-cut.img')
  const dataFolder = join(mountPoint, 'data')
  let onProgress = () => {}
  const events = ['first', 'second', 'third', 'fourth'].map((name) =>
    createRetryingClient(name, random, () => onProgress()),
  )
  const others = createOtherClients(random)
  createImage(image)
  if (isNearlyFull) {
    mountImage(image, mountPoint)
    createDiskFiller(mountPoint).fill(NEARLY_FULL_BYTES)
    unmountImage(mountPoint)
  }
  const start = () =>
    startServer(dataFolder, { ...BUNDLE_VARIABLES, THROUGHLINE_RESERVED_DISK_MIB: '64' }, program)

  async function writeUntilCut(steps: number): Promise<number> {
    const server = await start()
    const refused = () => {
      if (!isNearlyFull) throw new Error('The server refuses writes on a disk with space')
      onProgress()
    }
    const writing: Writing = { signal: new AbortController().signal, onRefusal: refused }
    const stopped = new Promise<void>((resolve) => {
      let stepsLeft = steps
      onProgress = () => {
        if (--stepsLeft === 0) resolve(signalInTheMiddle(server, 'SIGSTOP', random.between(0, 6)))
      }
    })
    const written = Promise.all([
      ...events.map((client) => client.run(server.url, writing)),
      ...others.map((client) => client.run(server, writing)),
    ])
    await Promise.race([
      stopped,
      written.then(() => Promise.reject(new Error('The clients ended by themselves'))),
    ])
    const copies = copyAsAfterPowerCut(image, mountPoint, copy)
    server.kill('SIGKILL')
    await server.exited
    await written
    return copies
  }

  return {
    async cutPower() {
      const stepsBeforeCut = random.between(5, 250)
      mountImage(image, mountPoint)
      const imageCopies = await writeUntilCut(stepsBeforeCut)
      unmountImage(mountPoint)
      rmSync(image)
      renameSync(copy, image)
      mountImage(image, mountPoint)
      const found = await compare(await start(), dataFolder, events, others)
      unmountImage(mountPoint)
      return { stepsBeforeCut, imageCopies, ...found }
    },
  }
}

async function compare(
  server: ServerProcess,
  dataFolder: string,
  clients: readonly RetryingClient[],
  others: readonly CrashClient[],
) {
  const lostWrites = await lostIn(server, others)
  await stop(server)
  const stored = new Map(storedUuids(dataFolder))
  const acknowledged = clients.flatMap((client) => [...client.acknowledged])
  const sent = clients.reduce((sum, client) => sum + client.sent.size, 0)
  return {
    acknowledgedEvents: acknowledged.length,
    unansweredEvents: sent - acknowledged.length,
    storedEvents: stored.size,
    lostEvents: acknowledged.filter((uuid) => !stored.has(uuid)).length,
    eventsStoredTwice: [...stored.values()].filter((count) => count > 1).length,
    acknowledged: acknowledgedBy(others),
    lostWrites,
    faults: others.flatMap((client) => client.faults),
  }
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  const { code, signal } = await server.exited
  if (code !== 0) throw new Error(`The stop ended with ${code ?? signal}: ${server.stderr}`)
}

function storedUuids(dataFolder: string): [string, number][] {
  const printed = execFileSync(process.execPath, ['--import', 'tsx', UUID_COUNTS, dataFolder], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  return JSON.parse(printed)
}
