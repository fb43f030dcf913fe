const LAST_PLACE = 999

/**
 * For the events of one request: the microsecond that orders their statements, from the millisecond of the event and its
 * place among the events of that millisecond. From the thousandth on they share the last place.
 */
export function createRequestOrder(): (timestampMs: number) => number {
  const taken = new Map<number, number>()
  return (timestampMs) => {
    const place = taken.get(timestampMs) ?? 0
    taken.set(timestampMs, place + 1)
    return timestampMs * 1_000 + Math.min(place, LAST_PLACE)
  }
}
