/**
 * The nodes of an installation that run a duty: `each node` if the duty works on what a process keeps in
 * its memory or in its data folder, `one node` if the duty works on the stores that all nodes share. The
 * scheduler of a single process runs duties of both kinds.
 */
export type DutyNodes = 'each node' | 'one node'

/** Work that must be done although no request asks for it. */
export interface Duty {
  /** The name in the log and in the health check. */
  readonly name: string
  readonly runsOn: DutyNodes
  /** Seconds from the end of one run to the start of the next. */
  readonly everySeconds: number
  /** Whether the duty also runs before the server takes requests. */
  readonly isRunAtStart?: boolean
  /**
   * Does the work. Repeating the work must be harmless. `signal` aborts when the server stops; the run then
   * ends early.
   */
  run(signal: AbortSignal): Promise<void>
}

/**
 * Returns the duty after checking its interval.
 * @throws RangeError if the interval is not positive.
 */
export function defineDuty(duty: Duty): Duty {
  if (!(duty.everySeconds > 0)) throw new RangeError(`The interval of duty ${duty.name} is not positive.`)
  return duty
}
