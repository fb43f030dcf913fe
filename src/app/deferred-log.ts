import type { Log } from '#shared/log.ts'

export interface DeferredLog extends Log {
  /** From now on lines go to this log. */
  use(log: Log): void
}

/** The log of the server, for parts that are opened before it. Until it is there, lines are warnings of the process. */
export function createDeferredLog(): DeferredLog {
  let target: Log = {
    warn: (fields, sentence) =>
      process.emitWarning(
        Object.keys(fields).length === 0 ? sentence : `${sentence} ${JSON.stringify(fields)}`,
      ),
  }
  return {
    warn: (fields, sentence) => target.warn(fields, sentence),
    use(log) {
      target = log
    },
  }
}
