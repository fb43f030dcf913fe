import type { SharedWork, SingleFlight } from '#coordination/single-flight.ts'

/** Work that is running. */
interface Flight<About, T> {
  readonly about: About
  readonly result: Promise<T>
  readonly stop: AbortController
  waiters: number
}
/**
 * Creates a single flight for this process. `cancelled` makes the error for a caller that leaves before the
 * work has ended.
 */
export function createInProcessSingleFlight<About, T>(cancelled: () => Error): SingleFlight<About, T> {
  const flights = new Map<string, Flight<About, T>>()

  function begin({ key, about, run }: SharedWork<About, T>): Flight<About, T> {
    const stop = new AbortController()
    const result = run(stop.signal)
    const flight = { about, result, stop, waiters: 0 }
    flights.set(key, flight)
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    result.then(land, land)
    return flight
  }
  return {
    async join(work, signal) {
      if (signal?.aborted) throw cancelled()
      const known = flights.get(work.key)
      const isUsable = known !== undefined && !known.stop.signal.aborted && work.isServedBy(known.about)
      const flight = isUsable ? known : begin(work)
      flight.waiters++
      return signal === undefined ? flight.result : untilLeft(flight, signal, cancelled)
    },
  }
}

function untilLeft<About, T>(
  flight: Flight<About, T>,
  signal: AbortSignal,
  cancelled: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      if (--flight.waiters > 0) reject(cancelled())
      else flight.stop.abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    flight.result
      .then((result) => (signal.aborted ? reject(cancelled()) : resolve(result)), reject)
      .finally(() => signal.removeEventListener('abort', leave))
  })
}
