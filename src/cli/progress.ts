const BAR_CHARACTERS = 30
const PLAIN_LINES = 10

/** The output for progress: a terminal, a file or a pipe. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export const thousands = (count: number): string => count.toLocaleString('en-US')

const eventsOf = (done: number, all: number) => `${thousands(done)} of ${thousands(all)} events`

/** Describes progress in bytes. `eventsOf` describes progress in events. */
export const megabytesOf = (done: number, all: number): string =>
  `${thousands(Math.ceil(done / 1e6))} of ${thousands(Math.ceil(all / 1e6))} MB`

/**
 * Returns a function that shows progress. A terminal gets a bar that is redrawn in place; any other output
 * gets one line for each tenth.
 */
export function createProgress(
  output: ProgressOutput,
  words = eventsOf,
): (done: number, all: number) => void {
  let linesWritten = 0
  return (done, all) => {
    const text = words(done, all)
    if (output.isTTY) {
      const filled = Math.floor((done / all) * BAR_CHARACTERS)
      const bar = `${'#'.repeat(filled)}${'.'.repeat(BAR_CHARACTERS - filled)}`
      output.write(`\r[${bar}] ${text}${done === all ? '\n' : ''}`)
      return
    }
    const linesDue = Math.floor((done / all) * PLAIN_LINES)
    if (linesDue > linesWritten) output.write(`${text}\n`)
    linesWritten = linesDue
  }
}
