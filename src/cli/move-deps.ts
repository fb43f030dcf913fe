import type { MoveProgress } from '#app/move-stores.ts'
import { lastingTimer } from '#shared/clock.ts'
import { printError } from './print.ts'
import { createProgress, thousands } from './progress.ts'

/** What commands give to the move of an installation, and to backups of servers. */
export const MOVE_DEPS = {
  clock: Date.now,
  timer: lastingTimer,
  log: { warn: (_: object, sentence: string) => printError(sentence) },
  // Another process has taken the database: what this command goes on to write could be wrong.
  stop: () => process.exit(1),
}

/** Returns a function that shows the progress of a move on standard error. */
export function moveProgress(): MoveProgress {
  const showEvents = createProgress(process.stderr)
  const showInsights = createProgress(
    process.stderr,
    (done, all) => `${thousands(done)} of ${thousands(all)} answers of insights`,
  )
  return (what, done, all) => (what === 'events' ? showEvents(done, all) : showInsights(done, all))
}
