import type { Clock } from '#shared/clock.ts'

/**
 * The log's lines about refused requests. SDKs drop refused events in silence, so the log is where the mistake shows;
 * anybody can send such requests, so that it must not be theirs to fill.
 */
export interface RefusalLog {
  /** `sentence` is asked for only where its line is written. */
  add(sentence: () => string | Promise<string>): Promise<void>
}

const WINDOW_MS = 60_000
const MOST_LINES = 10

/** Ten lines a minute; the first of a later minute is preceded by how many were left out. */
export function createRefusalLog(clock: Clock, warn: (line: string) => void): RefusalLog {
  let sinceMs = clock()
  let lines = 0
  let leftOut = 0
  return {
    async add(sentence) {
      const nowMs = clock()
      // A clock that is set back begins anew, too.
      if (Math.abs(nowMs - sinceMs) >= WINDOW_MS) {
        if (leftOut > 0) warn(leftOutSentence(leftOut, sinceMs))
        sinceMs = nowMs
        lines = 0
        leftOut = 0
      }
      // Counted before the sentence is there: others come while it is being made.
      if (++lines > MOST_LINES) leftOut++
      else warn(await sentence())
    },
  }
}

const leftOutSentence = (count: number, sinceMs: number) =>
  `${count} more refused requests since ${new Date(sinceMs).toISOString()} were not logged: ${MOST_LINES} a minute are.`
