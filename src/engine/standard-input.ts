import { closeSync, fstatSync, openSync, statSync } from 'node:fs'

const STANDARD_INPUT = 0
const NOTHING = '/dev/null'

/**
 * Gives the process an empty standard input. The engine is a client of itself in this process, and adds rows that it finds on
 * standard input to those of an insert: a pipe with text made inserts fail, and from a terminal the operator's keys would be
 * rows. On an open pipe without data an insert once never ended, with all of capture behind it, in 86 rounds of power cuts.
 */
export function emptyStandardInput(): void {
  if (isNothing()) return
  closeSync(STANDARD_INPUT)
  // The lowest free descriptor, which is that of standard input.
  openSync(NOTHING, 'r')
}

// One device in all folders that have it.
const isNothing = () => fstatSync(STANDARD_INPUT).rdev === statSync(NOTHING).rdev
