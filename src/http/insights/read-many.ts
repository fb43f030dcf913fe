import type { InsightBody } from '#contract/insight.ts'
import { EngineError } from '#engine/engine-error.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { RequestError } from '#shared/request-error.ts'
import { AS_IT_IS, type ReadOptions } from './read-insight.ts'

type Read<Item> = (item: Item, options: ReadOptions) => Promise<InsightBody>

/** Others ask as well. */
const AT_A_TIME = 4

/** Each of a page with an answer as new as is asked for, a few at a time. */
export async function readEach<Item>(
  items: readonly Item[],
  options: ReadOptions,
  read: Read<Item>,
): Promise<InsightBody[]> {
  const bodies: InsightBody[] = []
  for (const some of chunksOf(items, AT_A_TIME))
    bodies.push(...(await Promise.all(some.map((item) => readOrLast(item, options, read)))))
  return bodies
}

/**
 * What is wrong with a question is for whoever asks it by itself: among others, and to a stranger, it is shown with its last
 * answer, or with none. So it is with one that the engine did not answer, and with one too many.
 */
export async function readOrLast<Item>(
  item: Item,
  options: ReadOptions,
  read: Read<Item>,
): Promise<InsightBody> {
  try {
    return await read(item, options)
  } catch (error) {
    if (!isOfOneQuestion(error)) throw error
    options.onFailure?.(error)
    return read(item, AS_IT_IS)
  }
}

/** Not so where nobody waits any more, or the server stops: then there is nothing to show, or nothing to read it from. */
function isOfOneQuestion(error: unknown): boolean {
  if (error instanceof EngineError) return error.kind !== 'cancelled' && error.kind !== 'closed'
  return error instanceof RequestError && (error.kind === 'invalid' || error.kind === 'unavailable')
}
