import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { NO_OBSERVER, type Observer } from '#shared/observer.ts'
import type { Traces } from '#shared/traces.ts'

/**
 * Creates traces that are sent as the standard variables say. The exporter itself reads the address, the
 * headers and the time limit from these variables.
 */
export function createTraces(): Traces {
  const context = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'throughline' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const tracer = provider.getTracer('throughline')
  /** Starts a span for work that has just ended, as a child of the request for which it was done. */
  const spanOf = (name: string, seconds: number, attributes: Record<string, string | number>): Span => {
    const startTime = Date.now() - seconds * 1_000
    return tracer.startSpan(name, { startTime, attributes }, context.active())
  }
  const observer: Observer = {
    ...NO_OBSERVER,
    queryEnded({ name, projectId, share, seconds, waitedSeconds, failure }) {
      const span = spanOf(`query ${name}`, seconds, {
        'db.system.name': 'clickhouse',
        'throughline.query': name,
        'throughline.waited_seconds': waitedSeconds,
        ...(projectId !== null && { 'throughline.project': projectId }),
        ...(share !== undefined && { 'throughline.share': share }),
      })
      if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
      span.end()
    },
    flushEnded({ requests, events, seconds, isStored }) {
      const span = spanOf('capture flush', seconds, {
        'throughline.requests': requests,
        'throughline.events': events,
      })
      if (!isStored) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
  return {
    observer,
    begin({ method, route, requestId, headers }, work) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, HEADERS)
      const attributes = {
        'http.request.method': method,
        'http.route': route ?? '',
        'throughline.request': requestId,
      }
      const span = tracer.startSpan(
        `${method} ${route ?? 'no route'}`,
        { kind: SpanKind.SERVER, attributes },
        parent,
      )
      const inside: Context = trace.setSpan(parent, span)
      context.with(inside, work)
      return (status) => {
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    async close() {
      await provider.shutdown()
      context.disable()
    },
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>
const HEADERS = {
  keys: (headers: Headers) => Object.keys(headers),
  get: (headers: Headers, name: string) => headers[name],
}
