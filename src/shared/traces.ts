import type { Observer } from './observer.ts'

export interface TracedRequest {
  readonly method: string
  /** The path as its route declares it; null without a route. */
  readonly route: string | null
  readonly requestId: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Spans of requests and of the work for them, which are sent to a collector. */
export interface Traces {
  readonly observer: Observer
  /** Begins the span of a request, whose further work `work` begins. The returned function ends it with the status of the response. */
  begin(request: TracedRequest, work: () => void): (status: number) => void
  /** Sends the spans that wait. */
  close(): Promise<void>
}
