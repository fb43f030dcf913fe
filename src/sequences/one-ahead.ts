/**
 * Yields the items of another iterable. The next item is requested while the caller works with one, but
 * none further ahead.
 */
export async function* oneAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (let found = await next; found.done !== true; found = await next) {
      next = iterator.next()
      // The failure of the next item is thrown when the caller asks for this item, and not while the caller
      // is still at work.
      next.catch(() => undefined)
      yield found.value
    }
  } finally {
    // A caller that leaves early waits for the item under way, so that nothing of it continues afterwards.
    await next.catch(() => undefined)
    await iterator.return?.()
  }
}
