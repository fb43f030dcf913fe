import { createRandom } from './random.ts'
import { postBatch, type ServerAddress } from './server-client.ts'
import type { StoryEvent } from './session.ts'
import type { StoryCalendar } from './story-calendar.ts'
import { toWireEvent } from './wire-event.ts'

const BATCH_EVENTS = 1_000
const BATCHES_IN_FLIGHT = 8

export interface Sending {
  readonly server: Omit<ServerAddress, 'personalApiKey'>
  readonly projectToken: string
  readonly calendar: StoryCalendar
  readonly seed: number
  readonly signal: AbortSignal
  onProgress(sentEvents: number): void
}

/** Sends the events in order, a few batches at a time. Resolves when the server has stored all of them. */
export async function sendStory(events: readonly StoryEvent[], sending: Sending): Promise<void> {
  const random = createRandom(`uuids ${sending.seed}`)
  const inFlight = new Set<Promise<void>>()
  let sentEvents = 0
  for (let start = 0; start < events.length; start += BATCH_EVENTS) {
    const batch = events
      .slice(start, start + BATCH_EVENTS)
      .map((event) => toWireEvent(event, sending.calendar, random))
    const sent = postBatch(sending.server, sending.projectToken, batch, sending.signal).then(() => {
      inFlight.delete(sent)
      sentEvents += batch.length
      sending.onProgress(sentEvents)
    })
    inFlight.add(sent)
    if (inFlight.size === BATCHES_IN_FLIGHT) await Promise.race(inFlight)
  }
  await Promise.all(inFlight)
}
