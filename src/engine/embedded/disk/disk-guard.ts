import { EngineError, type EngineErrorKind, toEngineError } from '#engine/engine-error.ts'
import { repeat } from '#engine/repeat.ts'
import type { Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import { createGates } from './gates.ts'
import { type RepairDeps, reportBrokenParts } from './repair.ts'
import { createSpaceWatch, type SpaceState } from './space-watch.ts'
import { openWriteLedger } from './write-ledger.ts'

export interface DiskState extends SpaceState {
  /** Number of repairs since the process started. */
  readonly repairs: number
  /**
   * Number of parts that the engine could not load and that no other part replaces. The rows of these parts
   * are missing from every answer.
   */
  readonly brokenParts: number
}

/**
 * Keeps everything that the engine has acknowledged, even when the disk is full. The engine counts every
 * failed write of a file. While that count does not change, everything written is whole.
 * When the count rises, the inserts that ran meanwhile are not acknowledged, and the tables are repaired
 * before anything else runs: docs/decisions/0018-a-full-disk.md.
 */
export interface DiskGuard {
  /**
   * Runs a query. Runs it again if a repair interrupted it, or if a repair removed the cause of its
   * failure.
   */
  read<T>(work: (interrupted: AbortSignal) => Promise<T>): Promise<T>
  /**
   * Runs a write.
   * @throws EngineError `unsure` if a write to the disk failed meanwhile: the rows may or may not be
   * stored.
   */
  write<T>(work: () => Promise<T>): Promise<T>
  /** @throws EngineError `disk_full` if nothing more may be stored. */
  requireSpace(): void
  state(): DiskState
  /**
   * Returns the result of `look`, which looks at the parts. Null if a part may be incomplete, or if a repair
   * ran meanwhile or still runs, because it may have replaced parts.
   */
  whole<T>(look: () => Promise<T>): Promise<T | null>
  /**
   * Runs `look` while no write runs and everything written is whole. Queries continue; writes wait for
   * `look`.
   * @throws EngineError `disk_full` if writes fail again and again.
   */
  frozen<T>(look: () => Promise<T>): Promise<T>
  /** Checks the tables a last time and repairs them if needed. Rejects if they are not whole. */
  close(): Promise<void>
}

export interface DiskGuardOptions extends RepairDeps {
  /** Disk space, in bytes, that is kept for work that has already begun. */
  readonly reservedBytes: number
  readonly timer: Timer
  readonly log: Log
}

const LOOK_MS = 1_000
/** If a query still runs this long after a repair became due, it is interrupted. */
const GRACE_MS = 500
/**
 * Maximum number of times that a query runs if repairs remove the causes of its failures. Also the maximum
 * number of attempts of `frozen`.
 */
const MAX_RUNS = 3

export async function openDiskGuard(options: DiskGuardOptions): Promise<DiskGuard> {
  const { engineFolder, log, timer } = options
  const gates = createGates()
  const space = createSpaceWatch(options)
  const ledger = await openWriteLedger(options)
  const running = new Set<AbortController>()
  let repairs = 0
  let brokenParts = reportBrokenParts(engineFolder, log)
  let repairing: Promise<void> | undefined

  async function repairAlone(): Promise<void> {
    const timeout = setTimeout(() => {
      for (const query of running) query.abort()
    }, GRACE_MS)
    const setAside = await gates.alone(ledger.repair).finally(() => clearTimeout(timeout))
    repairs++
    brokenParts = reportBrokenParts(engineFolder, log)
    log.warn({ setAside }, REPAIRED)
    await space.refresh({ isNew: true })
  }
  function repair(): Promise<void> {
    repairing ??= repairAlone().finally(() => {
      repairing = undefined
    })
    return repairing
  }
  async function run<T>(work: (interrupted: AbortSignal) => Promise<T>): Promise<End<T>> {
    const leave = await gates.enter()
    const query = new AbortController()
    running.add(query)
    try {
      return { value: await work(query.signal) }
    } catch (error) {
      return { error, isInterrupted: query.signal.aborted }
    } finally {
      running.delete(query)
      leave()
    }
  }
  // Returns whether a repair may have removed the cause of the failure. It is a repair that ran since the
  // query began, or one that this call runs because a write has failed.
  async function isCured(error: unknown, repairsBefore: number): Promise<boolean> {
    if (!mayBeBroken(error)) return false
    if (repairs !== repairsBefore) return true
    if (await ledger.isClean()) return false
    await repair()
    return true
  }
  const look = async () => {
    await space.refresh()
    if (await ledger.isClean()) ledger.noteClean()
    else await repair()
  }
  const failure = 'The event store could not be looked at or repaired.'
  const stopLooking = repeat({ timer, ms: LOOK_MS, task: look, log, failure })
  return {
    async read(work) {
      for (let runs = 1; ; runs++) {
        const repairsBefore = repairs
        const end = await run(work)
        if ('value' in end) return end.value
        const isAgain = end.isInterrupted || (runs < MAX_RUNS && (await isCured(end.error, repairsBefore)))
        if (!isAgain) throw end.error
      }
    },
    async write(work) {
      const leave = await gates.enterWrite()
      const countBefore = ledger.cleanCount()
      const end = await ended(work())
      const count = await options.failedWrites().finally(leave)
      if (count !== countBefore) {
        await repair()
        throw new EngineError('unsure', 'A write to the disk has failed.')
      }
      if ('value' in end) return end.value
      throw end.error
    },
    requireSpace: space.require,
    async whole(look) {
      const repairsBefore = repairs
      const found = await look()
      const isWhole = await ledger.isClean()
      return isWhole && repairing === undefined && repairs === repairsBefore ? found : null
    },
    async frozen(look) {
      for (let runs = 1; runs <= MAX_RUNS; runs++) {
        const end = await gates.withoutWrites(() => ledger.ifClean(look))
        if (end !== null) return end.value
        await repair()
      }
      throw new EngineError('disk_full', 'Writes to the disk fail.')
    },
    state: () => ({ ...space.state(), repairs, brokenParts }),
    async close() {
      await stopLooking()
      if (!(await ledger.isClean())) await repair()
    },
  }
}

const REPAIRED =
  'Writes to the disk have failed. The event store was repaired: no acknowledged event is lost.'

type End<T> = { readonly value: T } | { readonly error: unknown; readonly isInterrupted: boolean }

const ended = <T>(work: Promise<T>): Promise<End<T>> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error, isInterrupted: false }),
  )

const MAY_BE_BROKEN: readonly EngineErrorKind[] = ['other', 'disk_full', 'value']
const mayBeBroken = (error: unknown) => MAY_BE_BROKEN.includes(toEngineError(error).kind)
