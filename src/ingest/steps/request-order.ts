const LAST_PLACE = 999

/**
 * Returns a function that gives each event of one request the microsecond that orders what it says about
 * persons and groups. The microsecond is the event's millisecond plus its position among the events of that
 * millisecond. From the thousandth event of a millisecond on, all share the last position.
 */
export function createRequestOrder(): (timestampMs: number) => number {
  const taken = new Map<number, number>()
  return (timestampMs) => {
    const place = taken.get(timestampMs) ?? 0
    taken.set(timestampMs, place + 1)
    return timestampMs * 1_000 + Math.min(place, LAST_PLACE)
  }
}
