import type { EventStore, ReceiveRows } from '#engine/event-store.ts'
import { requireFewPatterns } from '#engine/pattern-parts.ts'
import { renderLiterals } from '#fragments/literal.ts'
import type { Asked } from './stream-rows.ts'
import { createStreamSlots } from './stream-slots.ts'

/** Results that are given part by part: {@link EventStore.stream}. */
export interface RowStreams extends Pick<EventStore, 'stream'> {
  /** Ends the streams. */
  close(): void
}

/** Runs the statement of a stream. */
export type RunStream = (statement: string, options: Asked, receive: ReceiveRows) => Promise<void>

/** Makes streams, each of which takes a slot. */
export function createRowStreams(run: RunStream): RowStreams {
  const places = createStreamSlots()
  const closing = new AbortController()
  return {
    async stream(query, options, receive) {
      requireFewPatterns(query)
      const leave = places.enter(options.projectId)
      try {
        const signals = [options.signal, closing.signal].filter((one) => one !== undefined)
        await run(renderLiterals(query), { ...options, signal: AbortSignal.any(signals) }, receive)
      } finally {
        leave()
      }
    },
    close: () => closing.abort(),
  }
}
