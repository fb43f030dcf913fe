import { type Clock, isoInstant, isWithin, type Timer } from '#shared/clock.ts'
import { errorWords } from '#shared/error-facts.ts'
import type { Duty } from './duty.ts'

/** Counts of a duty since the start of the process. */
export interface DutyRecord {
  readonly name: string
  /** The time at which the last run ended; null before the first run. */
  readonly lastRunMs: number | null
  readonly runs: number
  readonly failures: number
  /** Number of failures since the last success. */
  readonly failuresInARow: number
}

export interface Scheduler {
  /**
   * Runs the duties with `isRunAtStart`, then schedules all of them. Failures are counted and logged, and
   * never thrown.
   */
  start(): Promise<void>
  /** Returns the records in the order in which the duties were defined. */
  records(): DutyRecord[]
  /** Aborts the running duty and waits until it has ended. No duty runs afterwards. */
  close(): Promise<void>
}

export interface SchedulerDeps {
  readonly duties: readonly Duty[]
  readonly clock: Clock
  readonly timer: Timer
  /** Writes a sentence to the operator's log. */
  readonly warn: (sentence: string) => void
}

interface Scheduled {
  readonly duty: Duty
  record: DutyRecord
  /** The time at which a failure was last logged. */
  loggedMs: number
  cancelTimer: () => void
}

/** A failing duty is logged at its first failure, and then at most once in this time. */
const QUIET_MS = 60_000
/**
 * Longest time between a failed run and the next one, even if the interval of the duty is longer: the cause
 * of the failure may be gone.
 */
const SECONDS_AFTER_FAILURE = 60

/** Runs duties one at a time, so that upkeep never takes more than one core from questions and capture. */
export function createScheduler({ duties, clock, timer, warn }: SchedulerDeps): Scheduler {
  const stop = new AbortController()
  const all: Scheduled[] = duties.map((duty) => ({
    duty,
    record: { name: duty.name, lastRunMs: null, runs: 0, failures: 0, failuresInARow: 0 },
    loggedMs: Number.NEGATIVE_INFINITY,
    cancelTimer: () => undefined,
  }))
  // Resolves at the end of the run that was scheduled last.
  let lastRun: Promise<void> = Promise.resolve()

  const runNext = (scheduled: Scheduled): Promise<void> => {
    lastRun = lastRun.then(() => run(scheduled))
    return lastRun
  }
  async function run(scheduled: Scheduled): Promise<void> {
    if (stop.signal.aborted) return
    const { duty, record } = scheduled
    const runs = record.runs + 1
    let { failures, failuresInARow } = record
    try {
      await duty.run(stop.signal)
      // A run that a stop of the server ended early does not show that the fault is gone.
      if (failuresInARow > 0 && !stop.signal.aborted) {
        warn(recoverySentence(record, runs, failuresInARow))
        failuresInARow = 0
      }
    } catch (error) {
      failures++
      failuresInARow++
      // A duty that runs every second must not fill the log.
      if (failuresInARow === 1 || !isWithin(QUIET_MS, scheduled.loggedMs, clock())) {
        warn(failureSentence(record, runs, failures, error))
        scheduled.loggedMs = clock()
      }
    }
    scheduled.record = { name: duty.name, lastRunMs: clock(), runs, failures, failuresInARow }
  }
  function schedule(scheduled: Scheduled): void {
    if (stop.signal.aborted) return
    const { everySeconds } = scheduled.duty
    const isFailing = scheduled.record.failuresInARow > 0
    const seconds = isFailing ? Math.min(everySeconds, SECONDS_AFTER_FAILURE) : everySeconds
    scheduled.cancelTimer = timer(seconds * 1_000, async () => {
      await runNext(scheduled)
      schedule(scheduled)
    })
  }
  return {
    async start() {
      for (const scheduled of all) if (scheduled.duty.isRunAtStart) await runNext(scheduled)
      for (const scheduled of all) schedule(scheduled)
    },
    records: () => all.map(({ record }) => record),
    async close() {
      stop.abort()
      for (const { cancelTimer } of all) cancelTimer()
      await lastRun
    },
  }
}

const lastRunOf = ({ lastRunMs }: DutyRecord) => (lastRunMs === null ? 'none' : isoInstant(lastRunMs))

const failureSentence = (last: DutyRecord, runs: number, failures: number, error: unknown) =>
  `Upkeep duty ${last.name} failed (${failures} of ${runs} runs, last run before: ${lastRunOf(last)}): ${errorWords(error)}`

/** Returns the sentence that ends a series of failures: `inARow` runs have failed since the last success. */
const recoverySentence = (last: DutyRecord, runs: number, inARow: number) =>
  `Upkeep duty ${last.name} succeeded after ${inARow} failed ${inARow === 1 ? 'run' : 'runs'} (${last.failures} of ${runs} runs failed, last run before: ${lastRunOf(last)}).`
