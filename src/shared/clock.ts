/**
 * Returns the current instant in milliseconds since 1970-01-01T00:00:00Z. Code gets its clock as a
 * parameter, so that tests can choose the time.
 */
export type Clock = () => number

/**
 * Writes epoch milliseconds as ISO 8601 text in UTC with a `Z`, the only form in which instants leave the
 * server.
 */
export const isoInstant = (epochMs: number): string => new Date(epochMs).toISOString()

/**
 * Returns whether an instant is less than `spanMs` ago. Returns false for an instant in the future, which
 * was recorded before the clock was set back: its age would be wrong until the clock has caught up, which
 * can take years.
 */
export function isWithin(spanMs: number, instantMs: number, nowMs: number): boolean {
  const ageMs = nowMs - instantMs
  return ageMs >= 0 && ageMs < spanMs
}

/**
 * The longest time by which something that expires, such as a session, may begin in the future. Within this
 * time it stays valid, so that a small correction of the clock ends nothing. If it begins later, it was made
 * before the clock was set back, and would last too long.
 */
export const MOST_AHEAD_MS = 3_600_000

/**
 * Runs a task once, `ms` from now. The returned function cancels the task. The task must not reject. Code
 * gets its timer as a parameter, so that tests can choose the time.
 */
export type Timer = (ms: number, task: () => Promise<void>) => () => void

/**
 * A timer whose waiting task keeps the process running. The start of the program needs it while it waits for
 * a server, because nothing else may keep the process running then.
 */
export const lastingTimer: Timer = (ms, task) => {
  const timeout = setTimeout(() => void task(), ms)
  return () => clearTimeout(timeout)
}

/** The usual timer. A waiting task does not keep the process running. */
export const processTimer: Timer = (ms, task) => {
  const timeout = setTimeout(() => void task(), ms).unref()
  return () => clearTimeout(timeout)
}
