import type { Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'

/** Repeats a task, `ms` after its end. The function that is returned stops that and waits for the end of a running one. */
export function repeat(timer: Timer, ms: number, task: () => Promise<void>, log: Log): () => Promise<void> {
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
      if (!isFailing) log.warn({ err: String(error) }, 'The event store could not be looked at or repaired.')
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
