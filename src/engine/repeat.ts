import type { Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'

export interface Repetition {
  readonly timer: Timer
  /** Time from the end of one run to the beginning of the next. */
  readonly ms: number
  readonly task: () => Promise<void>
  readonly log: Log
  /** Message for the log when the task fails. */
  readonly failure: string
}

/** Repeats a task. The returned function stops the repetition and waits until a running task has ended. */
export function repeat({ timer, ms, task, log, failure }: Repetition): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let isStopped = false
  let isFailing = false
  let cancel = () => {}
  const run = async () => {
    try {
      await task()
      isFailing = false
    } catch (error) {
      // Only the first of several failures in a row is logged, so that the log does not get a line every
      // second.
      if (!isFailing) log.warn({ err: error }, failure)
      isFailing = true
    }
    if (!isStopped) schedule()
  }
  const schedule = () => {
    cancel = timer(ms, () => {
      last = run()
      return last
    })
  }
  schedule()
  return async () => {
    isStopped = true
    cancel()
    await last
  }
}
