import { cancelled } from '#engine/engine-error.ts'

/** Work that several may wait for. */
interface Flight<About, T> {
  readonly about: About
  readonly result: Promise<T>
  readonly stop: AbortController
  waiters: number
}
interface Work<About, T> {
  readonly key: string
  readonly about: About
  /** Whether who asks for this may as well wait for what is under way under the same key. */
  readonly isServedBy: (other: About) => boolean
  readonly run: (signal: AbortSignal) => Promise<T>
}
export interface SingleFlight<About, T> {
  /**
   * The result of this work, or of the same that is under way. Each who waits can leave by its signal, and is told so;
   * the work stops when the last has left, who is told when it has ended.
   */
  join(work: Work<About, T>, signal?: AbortSignal): Promise<T>
}

/** The same work is done once at a time, however many ask for it. */
export function createSingleFlight<About, T>(): SingleFlight<About, T> {
  const flights = new Map<string, Flight<About, T>>()

  function begin({ key, about, run }: Work<About, T>): Flight<About, T> {
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
      return signal === undefined ? flight.result : untilLeft(flight, signal)
    },
  }
}

function untilLeft<About, T>(flight: Flight<About, T>, signal: AbortSignal): Promise<T> {
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
