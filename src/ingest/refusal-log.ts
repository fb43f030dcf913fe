import { type Clock, isWithin } from '#shared/clock.ts'

/**
 * Writes log lines about refused requests. SDKs drop refused events silently, so a wrong token shows only in
 * this log. Anybody can send such a request without a key, so the number of lines is limited.
 */
export interface RefusalLog {
  /** Logs a refusal. `sentence` makes the text of the line, and is called only if the line is written. */
  add(sentence: () => string | Promise<string>): Promise<void>
  /**
   * If lines were left out in a minute that has ended, writes how many. Does nothing if a later refusal has
   * already written that number.
   */
  writeLeftOut(): void
}

const WINDOW_MS = 60_000
const MOST_LINES = 10

/** Creates a log of at most ten lines a minute, plus one line with the number of lines that were left out. */
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
      // The line is counted before its sentence is made, because other refusals can arrive meanwhile.
      if (++lines > MOST_LINES) leftOut++
      else warn(await sentence())
    },
    writeLeftOut: beginMinute,
  }
}

const leftOutSentence = (count: number, sinceMs: number) =>
  `Refused requests without a log line since ${new Date(sinceMs).toISOString()}: ${count}. The log has at most ${MOST_LINES} lines a minute about them.`
