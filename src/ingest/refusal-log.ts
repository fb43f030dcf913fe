import { type Clock, isWithin } from '#shared/clock.ts'

/**
 * Log lines about refused requests. SDKs drop refused events in silence, so that the log is where a wrong token shows; such
 * requests need no key, so that the number of lines is limited.
 */
export interface RefusalLog {
  /** `sentence` is called only where its line is written. */
  add(sentence: () => string | Promise<string>): Promise<void>
  /** Writes how many lines were left out of a minute that is over, where no later refusal has written it. */
  writeLeftOut(): void
}

const WINDOW_MS = 60_000
const MOST_LINES = 10

/** Ten lines a minute, and one more for the number of those that were left out. */
export function createRefusalLog(clock: Clock, warn: (line: string) => void): RefusalLog {
  let sinceMs = clock()
  let lines = 0
  let leftOut = 0
  const beginMinute = () => {
    const nowMs = clock()
    if (isWithin(WINDOW_MS, sinceMs, nowMs)) return
    if (leftOut > 0) warn(leftOutSentence(leftOut, sinceMs))
    sinceMs = nowMs
    lines = 0
    leftOut = 0
  }
  return {
    async add(sentence) {
      beginMinute()
      // Counted before the sentence is made, because other refusals come meanwhile.
      if (++lines > MOST_LINES) leftOut++
      else warn(await sentence())
    },
    writeLeftOut: beginMinute,
  }
}

const leftOutSentence = (count: number, sinceMs: number) =>
  `Refused requests without a log line since ${new Date(sinceMs).toISOString()}: ${count}. The log has at most ${MOST_LINES} lines a minute about them.`
