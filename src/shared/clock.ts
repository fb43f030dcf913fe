/** The current instant in milliseconds since 1970-01-01T00:00:00Z. Passed in, so that tests choose the time. */
export type Clock = () => number

/** Epoch milliseconds as ISO 8601 text in UTC with a `Z`, the only form in which instants leave the server. */
export const isoInstant = (epochMs: number): string => new Date(epochMs).toISOString()

/**
 * Whether an instant is less than `spanMs` ago. One that lies in the future was noted before the clock was set back: it is
 * not, because its age would be wrong until the time has caught up, which can take years.
 */
export function isWithin(spanMs: number, instantMs: number, nowMs: number): boolean {
  const ageMs = nowMs - instantMs
  return ageMs >= 0 && ageMs < spanMs
}

/**
 * How far in the future the beginning of something that expires may lie: small corrections of the clock do not end it, and one that began
 * later was made before the clock was set back and would last too long.
 */
export const MOST_AHEAD_MS = 3_600_000

/**
 * Runs a task once, `ms` from now; the returned function cancels it. The task does not reject. Passed in, so that tests
 * choose the time.
 */
export type Timer = (ms: number, task: () => Promise<void>) => () => void

/** The timer of the process, which does not keep it running. */
export const processTimer: Timer = (ms, task) => {
  const timeout = setTimeout(() => void task(), ms).unref()
  return () => clearTimeout(timeout)
}
