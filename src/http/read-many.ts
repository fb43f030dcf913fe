import { chunksOf } from '../shared/chunks-of.ts'
import type { InsightBody } from './contract/insight.ts'
import { answerFor } from './errors.ts'
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
 * answer, or with none.
 */
export async function readOrLast<Item>(
  item: Item,
  options: ReadOptions,
  read: Read<Item>,
): Promise<InsightBody> {
  try {
    return await read(item, options)
  } catch (error) {
    if (answerFor(error).status === 400) return read(item, AS_IT_IS)
    throw error
  }
}
