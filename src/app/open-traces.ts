import type { Log } from '#shared/log.ts'
import { NO_OBSERVER, type Observer } from '#shared/observer.ts'
import type { Traces } from '#shared/traces.ts'
import type { Closer } from './closers.ts'

/**
 * Opens traces if the standard variables ask for them; otherwise returns null. The packages of OpenTelemetry
 * are loaded only then, so they need not be installed. If they cannot be loaded, the log says so and the
 * server works without traces.
 */
export async function openTraces(areWanted: boolean, log: Log, closers: Closer[]): Promise<Traces | null> {
  if (!areWanted) return null
  try {
    const { createTraces } = await import('#tracing/traces.ts')
    const traces = createTraces()
    closers.push(() => traces.close().catch((error: unknown) => log.warn({ err: error }, NOT_SENT)))
    return traces
  } catch (error) {
    log.warn({ err: error }, NOT_INSTALLED)
    return null
  }
}

const NOT_SENT = 'The last traces could not be sent.'
const NOT_INSTALLED =
  'The OpenTelemetry variables ask for traces, but the packages of OpenTelemetry cannot be loaded. No traces are sent. docs/watch.md lists the packages.'

/** Returns an observer that passes everything on to both observers. */
export const bothObservers = (one: Observer, other: Observer = NO_OBSERVER): Observer => ({
  requestEnded(request) {
    one.requestEnded(request)
    other.requestEnded(request)
  },
  queryEnded(query) {
    one.queryEnded(query)
    other.queryEnded(query)
  },
  flushEnded(flush) {
    one.flushEnded(flush)
    other.flushEnded(flush)
  },
  eventsCaptured(issue, count) {
    one.eventsCaptured(issue, count)
    other.eventsCaptured(issue, count)
  },
  questionAnswered(kind, isCached) {
    one.questionAnswered(kind, isCached)
    other.questionAnswered(kind, isCached)
  },
})
