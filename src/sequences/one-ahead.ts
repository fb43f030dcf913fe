/**
 * Yields the items of another iterable. While the caller works with an item, the next item is requested,
 * but none after it.
 */
export async function* oneAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (let found = await next; found.done !== true; found = await next) {
      next = iterator.next()
      // If the next item fails, the failure is thrown when the caller asks for this item, not while the
      // caller is still at work.
      next.catch(() => undefined)
      yield found.value
    }
  } finally {
    // If the caller leaves early, the item that was requested is waited for, so that no work for it goes on
    // afterwards.
    await next.catch(() => undefined)
    await iterator.return?.()
  }
}
