import type { EventStore } from '#engine/event-store.ts'

/**
 * Returns the store with methods that fail after the signal, with its reason. A statement that reads is
 * ended.
 */
export function stoppableStore(engine: EventStore, signal: AbortSignal): EventStore {
  const change =
    <Given extends readonly unknown[], Result>(run: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      signal.throwIfAborted()
      return run(...given)
    }
  return {
    ...engine,
    async stream(query, options, receive) {
      try {
        await engine.stream(query, { ...options, signal }, receive)
      } catch (error) {
        signal.throwIfAborted()
        throw error
      }
    },
    insert: change(engine.insert),
    deleteEvents: change(engine.deleteEvents),
    deleteRows: change(engine.deleteRows),
    emptyCopy: change(engine.emptyCopy),
    areDeletionsRewritten: change(engine.areDeletionsRewritten),
  }
}
