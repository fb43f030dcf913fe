import { RequestError } from '#shared/request-error.ts'
import { readInstant } from './sent-instant.ts'
import { isMap } from './sent-map.ts'
import { sentToken } from './sent-token.ts'
import { queryText, readWireBody, type WireBody } from './wire-body.ts'

/** A request as it came over the wire. */
export interface WireRequest extends WireBody {
  readonly authorization: string | undefined
  /** `PostHog-Request-Timestamp` of the v1 protocol. */
  readonly requestTimestamp: string | undefined
  /** `PostHog-Sdk-Info` of the v1 protocol, as `posthog-node/5.70.0`. */
  readonly sdkInfo?: string | undefined
}

/** What one capture request carries, before any event is looked at. */
export interface CaptureRequest {
  /** The project's token, or null where the request names none. */
  readonly token: string | null
  readonly events: readonly unknown[]
  /** The client's clock when it sent this, epoch ms; null where it did not say. */
  readonly sentAtMs: number | null
  /** What `$lib` and `$lib_version` of its events are, where they do not say themselves. */
  readonly library?: SentLibrary | null
}

export interface SentLibrary {
  readonly name: string
  readonly version: string
}

/** A 50 MB body of nothings would be ten million events. SDKs halve a batch that is refused as too large. */
const MAX_EVENTS = 50_000

/**
 * Reads a capture request, in whichever form it came (see {@link readWireBody}): a batch, a list of events or one event.
 * @throws RequestError `malformed` for what cannot be read, `too_large` beyond `maxBytes` inflated or too many events,
 * `unauthenticated` where the events name several projects.
 */
export async function readCaptureRequest(request: WireRequest, maxBytes: number): Promise<CaptureRequest> {
  const body = await readWireBody(request, maxBytes)
  const events = eventsIn(body)
  const { authorization, query } = request
  return {
    events,
    token: sentToken({ authorization, query, body, events }),
    sentAtMs: sentAtMs(request, body, events),
    library: sentLibrary(request.sdkInfo),
  }
}

function sentLibrary(sdkInfo: string | undefined): SentLibrary | null {
  const [, name, version] = /^([\w.-]{1,100})\/([\w.+-]{1,100})$/.exec(sdkInfo ?? '') ?? []
  return name === undefined || version === undefined ? null : { name, version }
}

function eventsIn(body: unknown): readonly unknown[] {
  const events = isMap(body) && Array.isArray(body.batch) ? body.batch : body
  if (isMap(events)) return [events]
  if (!Array.isArray(events))
    throw new RequestError('malformed', 'invalid_payload', 'Expected an event, a list of events or a batch.')
  if (events.length > MAX_EVENTS)
    throw new RequestError('too_large', 'too_many_events', `A request may hold ${MAX_EVENTS} events.`)
  return events
}

// A retry has the time of its own sending in the header, and of its first in the batch.
function sentAtMs(request: WireRequest, body: unknown, events: readonly unknown[]): number | null {
  const [first] = events
  const batch = isMap(body) && Array.isArray(body.batch) ? body : null
  const candidates = [
    isMap(body) ? body.sent_at : null,
    isMap(first) ? first.sent_at : null,
    Number(queryText(request.query, '_') || Number.NaN),
    request.requestTimestamp,
    batch?.created_at,
  ]
  return candidates.map(readInstant).find((instant) => !Number.isNaN(instant)) ?? null
}
