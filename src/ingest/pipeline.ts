import { type IngestIssue, TEST_MARK } from '#contract/ingest-issue.ts'
import type { DroppedEvents } from '#metadata/definitions/dropped-event-store.ts'
import { plainText } from '#shared/json-text.ts'
import { PLAUSIBLE_FROM_MS } from '#sql/events.ts'
import type { CapturedEvent, SentEvent } from './captured-event.ts'
import { shapeOf } from './property-shape.ts'
import { eventAnchor } from './steps/event-anchor.ts'
import { eventDistinctId } from './steps/event-distinct-id.ts'
import { eventGroups, groupStatement } from './steps/event-groups.ts'
import { eventLosses } from './steps/event-losses.ts'
import { eventName } from './steps/event-name.ts'
import { eventProperties, propertiesText } from './steps/event-properties.ts'
import { eventTimestamp, type RequestTimes } from './steps/event-timestamp.ts'
import { eventUuid } from './steps/event-uuid.ts'
import { personStatement } from './steps/person-statement.ts'
import { createRequestOrder } from './steps/request-order.ts'
import type { StepResult } from './steps/step-result.ts'
import { sampleWithoutVisitor, type Visitors, visitorEvent } from './steps/visitor-event.ts'
import { createDropTally } from './store/drop-tally.ts'
import type { CaptureRequest, SentLibrary } from './wire/protocol.ts'
import { parseInstant } from './wire/sent-instant.ts'
import { isMap } from './wire/sent-map.ts'

/** The outcome of one sent event. */
export interface EventOutcome {
  /** The uuid as the client sent it. If the client sent none, the uuid that the server made. */
  readonly uuid: string | null
  /** Null if the event was stored, even if a part of it was not stored as sent. */
  readonly dropped: IngestIssue | null
  /** The issues of an event that was stored only in part, or at another time than its sender may expect. */
  readonly doubts: readonly IngestIssue[]
}

export interface PipelineResult {
  readonly captured: readonly CapturedEvent[]
  /** Events that were not stored, or not as they were sent, counted by reason. */
  readonly dropped: readonly DroppedEvents[]
  /** One outcome for each sent event, in the order of sending. */
  readonly outcomes: readonly EventOutcome[]
}

/**
 * Makes the events of one request storable. The events can be given in several calls of `run`. An error in
 * one event has no effect on the others.
 */
export interface Pipeline {
  run(events: readonly unknown[]): void
  /** Returns the result for all events that were given so far. */
  result(): PipelineResult
}

/**
 * Creates the pipeline of one request. `unsupported` is given if the request is for a product that this
 * server does not have. Items without an event name then get this issue, and items with a name are handled
 * like any other event. `visitors` makes the ids of visitors without a cookie; null if no event of the
 * request needs such an id.
 */
export function createPipeline(
  { sentAtMs, library = null, isHistorical = false }: Omit<CaptureRequest, 'token' | 'events'>,
  receivedMs: number,
  unsupported: IngestIssue | null = null,
  visitors: Visitors | null = null,
): Pipeline {
  const captured: CapturedEvent[] = []
  const outcomes: EventOutcome[] = []
  const tally = createDropTally()
  const orderUs = createRequestOrder()
  const context = { receivedMs, sentAtMs, library, isHistorical, unsupported, visitors, orderUs }
  function runOne(value: unknown): void {
    const result = capture(value, context)
    if ('dropped' in result) {
      tally.add(result.dropped, sampleWithoutVisitor(value))
      outcomes.push({ uuid: sentUuid(value), dropped: result.dropped, doubts: [] })
      return
    }
    const { event, doubts } = result.kept
    for (const doubt of doubts) tally.add(doubt, sampleWithoutVisitor(value))
    captured.push(event)
    outcomes.push({ uuid: sentUuid(value) ?? event.uuid, dropped: null, doubts })
  }
  return {
    run: (events) => events.forEach(runOne),
    result: () => ({ captured, dropped: tally.counts(), outcomes }),
  }
}

interface Context extends RequestTimes {
  readonly library: SentLibrary | null
  /**
   * The issue of an item that has no event name, if the request is for a product that this server does not
   * have; null for any other request.
   */
  readonly unsupported: IngestIssue | null
  readonly visitors: Visitors | null
  readonly isHistorical: boolean
  orderUs(timestampMs: number): number
}
interface Kept {
  readonly event: CapturedEvent
  /** Issues that are counted although the event is stored. */
  readonly doubts: readonly IngestIssue[]
}

const RECORDINGS: ReadonlySet<string> = new Set(['$snapshot', '$snapshot_items', '$performance_event'])

/** Runs the steps in order. The first step that fails drops the event. */
function capture(value: unknown, context: Context): StepResult<Kept> {
  if (!isMap(value)) return { dropped: context.unsupported ?? 'not_an_object' }
  const sent: SentEvent = value
  const name = eventName(sent)
  if ('dropped' in name) return { dropped: context.unsupported ?? name.dropped }
  if (RECORDINGS.has(name.kept)) return { dropped: 'session_recording' }
  const sentId = eventDistinctId(sent)
  if ('dropped' in sentId) return sentId
  const sentProperties = eventProperties(sent, context.library)
  if ('dropped' in sentProperties) return sentProperties
  // Test events are dropped here, after the steps that refuse events, so that a test event shows the same
  // faults as the event that it stands for.
  if (sentProperties.kept[TEST_MARK] === true) return { dropped: 'test_event' }
  const sentMs = parseInstant(sent.timestamp)
  const { timestampMs, isImplausible } = eventTimestamp(sent, sentMs, sentProperties.kept, context)
  const visited = visitorEvent(name.kept, sentId.kept, sentProperties.kept, timestampMs, context.visitors)
  const { distinctId, properties, spokenId } = visited
  const text = propertiesText(properties)
  if ('dropped' in text) return text
  const { person, hasIllegalMerge } = personStatement(name.kept, spokenId, properties)
  const { uuid, isSent } = eventUuid(sent)
  const event = {
    uuid,
    isUuidSent: isSent,
    anchorMs: eventAnchor(uuid, sentMs),
    name: name.kept,
    distinctId,
    timestampMs,
    atUs: context.orderUs(timestampMs),
    properties: text.kept,
    shape: shapeOf(properties),
    person,
    groups: eventGroups(sent, properties),
    groupStatement: groupStatement(name.kept, properties),
  }
  const doubts = eventLosses(sent, properties, event)
  if (isImplausible) doubts.push('implausible_timestamp')
  if (timestampMs < PLAUSIBLE_FROM_MS && !context.isHistorical) doubts.push('early_timestamp')
  if (hasIllegalMerge) doubts.push('illegal_merge_id')
  return { kept: { event, doubts } }
}

/** Longer uuids are not sent back: they would make the answer as large as the request. */
const MAX_UUID_CHARACTERS = 200

function sentUuid(value: unknown): string | null {
  if (!isMap(value)) return null
  const { uuid } = value
  const isUsable = typeof uuid === 'string' && uuid !== '' && uuid.length <= MAX_UUID_CHARACTERS
  return isUsable ? plainText(uuid) : null
}
