import { closeSync, fstatSync, openSync, statSync } from 'node:fs'

const STANDARD_INPUT = 0
const NOTHING = '/dev/null'

/**
 * Gives the process an empty standard input. The engine is a client of itself in this process, and adds the
 * rows that it finds on standard input to the rows of an insert. Text in a pipe made inserts fail, and what
 * an operator types in a terminal would become rows.
 * With an open pipe without data, an insert never ended, and all of capture waited for it. That happened
 * once in 86 rounds of power cuts.
 */
export function emptyStandardInput(): void {
  if (isNothing()) return
  closeSync(STANDARD_INPUT)
  // The new descriptor is the lowest free number, which is now the number of standard input.
  openSync(NOTHING, 'r')
}

// Every /dev/null is the same device, whichever folder it is in.
const isNothing = () => fstatSync(STANDARD_INPUT).rdev === statSync(NOTHING).rdev
