import type { Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'

export interface Repetition {
  readonly timer: Timer
  /** From the end of the task to its next beginning. */
  readonly ms: number
  readonly task: () => Promise<void>
  readonly log: Log
  /** For the log, where the task fails. */
  readonly failure: string
}

/** Repeats a task. The function that is returned stops that and waits for the end of a running one. */
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
      // Once, and not every second.
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
