const BAR_CHARACTERS = 30
const PLAIN_LINES = 10

/** A terminal, a file or a pipe. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export const thousands = (count: number): string => count.toLocaleString('en-US')

/** On a terminal a bar that is redrawn in place; elsewhere one line for each tenth. */
export function createProgress(output: ProgressOutput): (done: number, all: number) => void {
  let linesWritten = 0
  return (done, all) => {
    const text = `${thousands(done)} of ${thousands(all)} events`
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
