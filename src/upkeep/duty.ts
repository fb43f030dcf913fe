/** Work that must be done although no request asks for it. */
export interface Duty {
  /** As it appears in the log and in the health check. */
  readonly name: string
  /** From the end of one run to the start of the next. */
  readonly everySeconds: number
  /** Whether it runs before the server takes requests as well. */
  readonly isRunAtStart?: boolean
  /** Repeating it must be harmless. `signal` aborts when the server stops; a run then ends early. */
  run(signal: AbortSignal): Promise<void>
}

/** @throws RangeError for an interval that is not positive. */
export function defineDuty(duty: Duty): Duty {
  if (!(duty.everySeconds > 0)) throw new RangeError(`The interval of duty ${duty.name} is not positive.`)
  return duty
}
