import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BUNDLE_VARIABLES } from '../fixtures/bundled-program.ts'
import { capture } from '../fixtures/server-client.ts'
import { type ServerProcess, startServer } from '../fixtures/server-process.ts'
import { createCrashClients, type StoredFigures } from './crash-clients.ts'
import type { CrashPlace } from './crash-sums.ts'
import { createDiskFiller } from './disk-filler.ts'

/** The disk fills up while the engine writes a part with one of these names, or at any moment. */
const TRIGGERS = ['tmp_merge_', 'tmp_insert_', 'tmp_mut_', 'any'] as const
const ENDINGS = [
  'freed',
  'freed',
  'freed',
  'stopped full',
  'killed, then freed',
  'killed, started full',
] as const
/** The noise of a browser's event: an event is about 2.6 kB as JSON. */
const NOISE_BYTES = 1_900
const TRIGGER_MS = 4_000
const RECOVERY_MS = 30_000
const STOP_MS = 40_000
/** A duty that failed on the full disk runs again after a minute at most. */
const READY_MS = 75_000
const NO_SPACE = 'The disk of the data folder is full: free some space'

export interface FullDiskRound {
  readonly trigger: string
  readonly leftKiB: number
  readonly heldMs: number
  readonly ending: string
  readonly refusals: number
  readonly repairs: number
  /** Time until an event was accepted. It begins when there was space again, or with a start after that. */
  readonly recoveredMs: number
  /** Time from the accepted event until _ready answered 200. */
  readonly readyMs: number
  /** Answers of _ready that were not 503 with the reason although the disk had no space. */
  readonly faultsOfReady: readonly string[]
}

export interface FullDisk {
  /** Fills the disk while clients write, frees it, and waits until events are accepted again. */
  fill(): Promise<FullDiskRound>
  /** Stops the server and looks at everything that is stored. */
  end(): Promise<StoredFigures & { readonly stopMs: number }>
  /** Returns the errors in the server's log. */
  errors(): string[]
}

/** Starts a server on a small disk, mounted on `mountPoint`, which another program fills. */
export async function createFullDisk({
  mountPoint,
  program,
  random,
}: Pick<CrashPlace, 'mountPoint' | 'program' | 'random'>): Promise<FullDisk> {
  const dataFolder = join(mountPoint, 'data')
  const filler = createDiskFiller(mountPoint)
  const clients = createCrashClients(random, NOISE_BYTES, program)
  const start = () =>
    startServer(dataFolder, { ...BUNDLE_VARIABLES, THROUGHLINE_RESERVED_DISK_MIB: '64' }, program)
  let server = await start()
  let refusals = 0

  const write = (signal: AbortSignal) => clients.run(server, { signal, onRefusal: () => refusals++ })
  async function writeFor(ms: number): Promise<void> {
    const stop = new AbortController()
    const writing = write(stop.signal)
    await Promise.race([pause(ms), writing])
    stop.abort()
    await writing
  }
  async function endWhileFull(ending: string): Promise<void> {
    if (ending === 'stopped full') await stopServer(server)
    else {
      server.kill('SIGKILL')
      await server.exited
    }
    const started = ending === 'killed, started full' ? await startFull() : null
    filler.free()
    server = started ?? (await start())
  }
  /**
   * Starts on the full disk. Without a block for the locks of SQLite the start fails and says that the disk
   * is full; then returns null.
   */
  async function startFull(): Promise<ServerProcess | null> {
    try {
      return await start()
    } catch (error) {
      if (String(error).includes(NO_SPACE)) return null
      throw error
    }
  }
  return {
    async fill() {
      const trigger = random.pick([...TRIGGERS])
      const ending = random.pick([...ENDINGS])
      const leftKiB = random.pick([0, 0, random.between(0, 6_000)])
      const heldMs = random.pick([0, random.between(0, 1_000), random.between(1_000, 5_000)])
      refusals = 0
      const repairsBefore = repairsOf(server)
      const stop = new AbortController()
      const writing = write(stop.signal)
      await Promise.race([pause(random.between(500, 4_000)), writing])
      await untilWriting(dataFolder, trigger)
      filler.fill(leftKiB * 1024)
      const said = await readinessOf(server)
      await Promise.race([pause(heldMs), writing])
      const killed = server
      if (ending === 'freed') filler.free()
      else await endWhileFull(ending)
      const recoveredMs = await untilAccepted(server)
      const readyMs = await untilReady(server)
      const faultsOfReady = said === '503 disk_full' ? [] : [said]
      const repairs = repairsOf(killed) - repairsBefore + (killed === server ? 0 : repairsOf(server))
      stop.abort()
      await writing
      await writeFor(random.between(200, 1_000))
      return { trigger, leftKiB, heldMs, ending, refusals, repairs, recoveredMs, readyMs, faultsOfReady }
    },
    async end() {
      let stopMs = 0
      const figures = await clients.compare(server, dataFolder, async () => {
        stopMs = await stopServer(server)
      })
      return { ...figures, stopMs }
    },
    errors: () => server.stdout.split('\n').filter((line) => line.includes('"level":"error"')),
  }
}

const repairsOf = ({ stdout }: ServerProcess) => stdout.split('The event store was repaired').length - 1

/**
 * Waits until the engine writes a part whose name begins with `trigger`, for 4 seconds at most. With `any` it
 * does not wait.
 */
async function untilWriting(dataFolder: string, trigger: string): Promise<void> {
  if (trigger === 'any') return
  const folder = join(dataFolder, 'events/data/default/events')
  for (const endMs = performance.now() + TRIGGER_MS; performance.now() < endMs; await pause(1))
    if (readdirSync(folder).some((name) => name.startsWith(trigger))) return
}

async function untilAccepted(server: ServerProcess): Promise<number> {
  const sinceMs = performance.now()
  for (; performance.now() < sinceMs + RECOVERY_MS; await pause(20))
    if ((await capture(server, [{ event: 'probe', distinct_id: 'probe' }])) === 200)
      return Math.round(performance.now() - sinceMs)
  throw new Error(`No event was accepted within ${RECOVERY_MS} ms: ${server.stdout}${server.stderr}`)
}

async function readinessOf({ url }: ServerProcess): Promise<string> {
  const response = await fetch(`${url}/_ready`)
  const { code = '' } = (await response.json()) as { readonly code?: string }
  return `${response.status} ${code}`.trim()
}

async function untilReady(server: ServerProcess): Promise<number> {
  const sinceMs = performance.now()
  let said = ''
  for (; performance.now() < sinceMs + READY_MS; await pause(100)) {
    said = await readinessOf(server)
    if (said === '200') return Math.round(performance.now() - sinceMs)
  }
  throw new Error(`_ready answered ${said} for ${READY_MS} ms after there was space`)
}

async function stopServer(server: ServerProcess): Promise<number> {
  const sinceMs = performance.now()
  server.kill('SIGTERM')
  const exit = await Promise.race([server.exited, pause(STOP_MS)])
  if (exit?.code !== 0)
    throw new Error(`The stop ended with ${exit?.code ?? exit?.signal ?? 'nothing'}: ${server.stderr}`)
  return Math.round(performance.now() - sinceMs)
}
