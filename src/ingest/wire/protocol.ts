import type { VisitorFacts } from '#ingest/visitors/visitor-ids.ts'
import { RequestError } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { isOn } from './sent-flag.ts'
import { parseInstant } from './sent-instant.ts'
import { isMap, type SentMap } from './sent-map.ts'
import { sentToken } from './sent-token.ts'
import { parseWireBody, queryText, type WireBody } from './wire-body.ts'

/** A capture request as it was received. */
export interface WireRequest extends WireBody {
  readonly authorization: string | undefined
  /** The header `PostHog-Request-Timestamp` of the v1 protocol. */
  readonly requestTimestamp: string | undefined
  /** The header `PostHog-Sdk-Info` of the v1 protocol, such as `posthog-node/5.70.0`. */
  readonly sdkInfo?: string | undefined
  /** Where the request came from, according to its connection and headers. */
  readonly visitor: VisitorFacts
}

/** A parsed capture request, whose events are not checked yet. */
export interface CaptureRequest {
  /** The project's token; null if the request names none. */
  readonly token: string | null
  readonly events: readonly unknown[]
  /** The client's clock at the time of sending, in epoch ms; null if it is not given. */
  readonly sentAtMs: number | null
  /** `$lib` and `$lib_version` for events that have neither. */
  readonly library?: SentLibrary | null
  /**
   * Whether the request says that its events are historical, such as the events of an import. Absent if the
   * request does not say so.
   */
  readonly isHistorical?: boolean
}

export interface SentLibrary {
  readonly name: string
  readonly version: string
}

/**
 * Most events in a request: a body of 50 MB can hold ten million empty events. SDKs halve a batch that is
 * refused as too large.
 */
const MAX_EVENTS = 50_000

/**
 * Parses a capture request in any of the known forms (see {@link parseWireBody}): a batch, a list of events
 * or one event.
 * @throws RequestError `malformed` for a body that cannot be parsed; `too_large` for more than `maxBytes`
 * after inflating or too many events; `unauthenticated` if the events have tokens of several projects.
 */
export async function parseCaptureRequest(request: WireRequest, maxBytes: number): Promise<CaptureRequest> {
  const body = await parseWireBody(request, maxBytes)
  const events = eventsIn(body)
  const { authorization, query } = request
  return {
    events,
    token: sentToken({ authorization, query, body, events }),
    sentAtMs: sentAtMs(request, body, events),
    library: sentLibrary(request.sdkInfo),
    isHistorical: isMap(body) && isOn(body.historical_migration),
  }
}

function sentLibrary(sdkInfo: string | undefined): SentLibrary | null {
  const [, name, version] = /^([\w.-]{1,100})\/([\w.+-]{1,100})$/.exec(sdkInfo ?? '') ?? []
  return name === undefined || version === undefined ? null : { name, version }
}

function eventsIn(body: unknown): readonly unknown[] {
  const events = isMap(body) && Array.isArray(body.batch) ? withOwnEvent(body, body.batch) : body
  if (isMap(events)) return [events]
  if (!Array.isArray(events))
    throw new RequestError('malformed', 'invalid_payload', 'Expected an event, a list of events or a batch.')
  if (events.length > MAX_EVENTS)
    throw new RequestError('too_large', 'too_many_events', `A request may have at most ${MAX_EVENTS} events.`)
  return events
}

// A body that has a batch may also be an event itself.
const withOwnEvent = (body: SentMap, batch: readonly unknown[]) =>
  storableName(body.event).trim() === '' ? batch : [...batch, body]

// In a retry, the header has the time of this sending, and the batch has the time of the first sending.
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
  return candidates.map((value) => parseInstant(value)).find((instant) => !Number.isNaN(instant)) ?? null
}
