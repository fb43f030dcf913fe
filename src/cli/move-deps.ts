import type { MoveProgress } from '#app/move-stores.ts'
import type { MoveDeps } from '#app/with-move-source.ts'
import { lastingTimer } from '#shared/clock.ts'
import { printError } from './print.ts'
import { createProgress, thousands } from './progress.ts'

const DEPS = {
  clock: Date.now,
  timer: lastingTimer,
  log: { warn: (_: object, sentence: string) => printError(sentence) },
  // Another process has taken the database: what this command goes on to write could be wrong.
  stop: () => process.exit(1),
}

/**
 * Calls `run` with what the move of an installation needs, and backups of servers. SIGINT and SIGTERM end
 * `run` early. The second signal ends the process at once.
 */
export async function withMoveDeps<T>(run: (deps: MoveDeps) => Promise<T>): Promise<T> {
  const interruption = new AbortController()
  const stop = () => interruption.abort(new Error('Stopped by a signal.'))
  for (const signal of SIGNALS) process.once(signal, stop)
  try {
    return await run({ ...DEPS, signal: interruption.signal })
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Returns a function that shows the progress of a move on standard error. */
export function moveProgress(): MoveProgress {
  const showEvents = createProgress(process.stderr)
  const showInsights = createProgress(
    process.stderr,
    (done, all) => `${thousands(done)} of ${thousands(all)} answers of insights`,
  )
  return (what, done, all) => (what === 'events' ? showEvents(done, all) : showInsights(done, all))
}
