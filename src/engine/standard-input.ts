import { closeSync, fstatSync, openSync, statSync } from 'node:fs'

const STANDARD_INPUT = 0
const NOTHING = '/dev/null'

/**
 * Gives the process an empty standard input. The engine is a client of itself in this process: in a rare case it reads more rows of an
 * insert from standard input. On an open pipe without data the insert never ended, with all of capture behind it, once in 180 rounds
 * of power cuts and kills; from a terminal it would take the operator's keys.
 */
export function emptyStandardInput(): void {
  if (isNothing()) return
  closeSync(STANDARD_INPUT)
  // The lowest free descriptor, which is that of standard input.
  openSync(NOTHING, 'r')
}

// One device in all folders that have it.
const isNothing = () => fstatSync(STANDARD_INPUT).rdev === statSync(NOTHING).rdev
