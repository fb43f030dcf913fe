import { createPauses } from './pauses.ts'

/**
 * Yields the same parts, and lets other work run between them. A stream that is made of parts takes them one
 * after the other without a turn of the event loop, as long as its reader is fast enough.
 */
export async function* withPauses<Part>(parts: AsyncIterable<Part> | Iterable<Part>): AsyncGenerator<Part> {
  const pause = createPauses()
  for await (const part of parts) {
    yield part
    await pause()
  }
}
