import { Counter, Histogram, type Registry } from 'prom-client'
import type { Observer } from '#shared/observer.ts'

/** Returns whether events with an issue were stored; undefined for an unknown issue. */
export type IsStored = (issue: string) => boolean | undefined

const QUICK_SECONDS = [0.005, 0.025, 0.1, 0.5, 2, 10, 60]
const QUERY_SECONDS = [0.01, 0.05, 0.25, 1, 5, 30]
const FLUSH_EVENTS = [1, 10, 100, 1_000, 10_000, 100_000]

/**
 * Creates the metrics that are counted while the server works. Every label has few values: no project, no
 * id, and no name of an event.
 */
export function createCounts(registry: Registry, isStored: IsStored): Observer {
  const registers = [registry]
  const requests = new Counter({
    name: 'throughline_http_requests_total',
    help: 'Requests that were answered, by the path of their route.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'throughline_http_request_seconds',
    help: 'Time until a response was sent.',
    labelNames: ['route'],
    buckets: QUICK_SECONDS,
    registers,
  })
  const events = new Counter({
    name: 'throughline_capture_events_total',
    help: 'Events of capture requests. outcome: stored; partial, of those that are stored as well; dropped. reason: the issue, as docs/capture.md lists them.',
    labelNames: ['outcome', 'reason'],
    registers,
  })
  const flushSeconds = new Histogram({
    name: 'throughline_capture_flush_seconds',
    help: 'Time to write a group of capture requests, from its first step until it is durable.',
    labelNames: ['result'],
    buckets: QUICK_SECONDS,
    registers,
  })
  const flushEvents = new Histogram({
    name: 'throughline_capture_flush_events',
    help: 'Events of a group of capture requests.',
    buckets: FLUSH_EVENTS,
    registers,
  })
  const querySeconds = new Histogram({
    name: 'throughline_query_seconds',
    help: 'Time that the event engine worked on a query. source: key, user, links or background, which ask questions, or server.',
    labelNames: ['kind', 'source'],
    buckets: QUERY_SECONDS,
    registers,
  })
  const queryWait = new Histogram({
    name: 'throughline_query_wait_seconds',
    help: 'Time that a query waited for its turn.',
    labelNames: ['source'],
    buckets: QUERY_SECONDS,
    registers,
  })
  const queryFailures = new Counter({
    name: 'throughline_query_failures_total',
    help: 'Queries of the event engine that failed.',
    labelNames: ['kind', 'failure'],
    registers,
  })
  const answers = new Counter({
    name: 'throughline_answers_total',
    help: 'Questions that were answered. result: cached, or computed for the request.',
    labelNames: ['kind', 'result'],
    registers,
  })
  return {
    requestEnded({ method, route, status, seconds }) {
      const named = route ?? 'none'
      requests.inc({ method, route: named, status })
      requestSeconds.observe({ route: named }, seconds)
    },
    queryEnded({ name, share, seconds, waitedSeconds, failure }) {
      const kind = name.split('.', 1)[0] ?? name
      const source = sourceOf(share)
      querySeconds.observe({ kind, source }, seconds)
      queryWait.observe({ source }, waitedSeconds)
      if (failure !== null) queryFailures.inc({ kind, failure })
    },
    flushEnded({ events: size, seconds, isStored: isDone }) {
      flushSeconds.observe({ result: isDone ? 'stored' : 'failed' }, seconds)
      flushEvents.observe(size)
    },
    eventsCaptured(issue, count) {
      if (issue === null) events.inc({ outcome: 'stored', reason: '' }, count)
      else events.inc({ outcome: isStored(issue) ? 'partial' : 'dropped', reason: issue }, count)
    },
    questionAnswered: (kind, isCached) => answers.inc({ kind, result: isCached ? 'cached' : 'computed' }),
  }
}

/** Returns the first word of a share. The rest, the number of a key or user, must not become a label. */
const sourceOf = (share: string | undefined) => share?.split(' ', 1)[0] ?? 'server'
