import type { Observer } from './observer.ts'

export interface TracedRequest {
  readonly method: string
  /** Path as the route declares it; null without a route. */
  readonly route: string | null
  readonly requestId: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Sends spans of requests, and of the work done for them, to a collector. */
export interface Traces {
  readonly observer: Observer
  /**
   * Begins the span of a request and calls `work`, which does the rest of what the request needs. The
   * returned function ends the span with the status of the response.
   */
  begin(request: TracedRequest, work: () => void): (status: number) => void
  /** Sends the spans that are still waiting. */
  close(): Promise<void>
}
