/** The same items. The next one is asked for while the caller works with one, and none further ahead. */
export async function* oneAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (let found = await next; found.done !== true; found = await next) {
      next = iterator.next()
      // Its failure is thrown when the caller asks for it, and not where the caller is still at work.
      next.catch(() => undefined)
      yield found.value
    }
  } finally {
    // A caller that leaves early waits for the item under way, so that nothing of it goes on.
    await next.catch(() => undefined)
    await iterator.return?.()
  }
}
