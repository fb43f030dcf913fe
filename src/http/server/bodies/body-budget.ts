import { RequestError } from '#shared/request-error.ts'

/** The memory that the body of one request takes. */
export interface BodyAccount {
  /**
   * Reserves memory for the body, or for its inflated form, before the bytes are there.
   * @throws RequestError `unavailable` if no memory is left.
   */
  add(bytes: number): void
  /** Reports that bytes of the body have arrived, so that it does not count as stalled. */
  arrived(bytes: number): void
  /** Reports that the body is complete, so that it can no longer be evicted as too slow. */
  complete(): void
  /** Gives the memory back. */
  close(): void
}

/**
 * The memory of all bodies that are being read or held, each from its first byte to the end of its
 * response.
 */
export interface BodyBudget {
  /**
   * Opens an account for a body. `evict` is called at most once, if the body arrives too slowly: it must
   * end the request.
   */
  open(evict: (error: Error) => void): BodyAccount
  /** Evicts bodies that arrive too slowly. Must be called every second. */
  sweep(): void
  /** Returns the bytes of all accounts together. */
  usedBytes(): number
}

/**
 * Bodies up to this size never count as too slow. A quarter of the memory is kept for them: larger bodies
 * may not use it.
 */
const SMALL_BYTES = 64 * 1024
const SHARE_OF_LARGE = 0.75
/**
 * The length of a window. A larger body is too slow if fewer than `LEAST_BYTES_IN_WINDOW` of it arrive in a
 * window.
 */
const WINDOW_MS = 5_000
const LEAST_BYTES_IN_WINDOW = 80 * 1024
/**
 * When memory is short, a large body that has received nothing for this long is evicted in favour of
 * another.
 */
const STALLED_MS = 1_000

interface Reading {
  isClosed: boolean
  bytes: number
  arrivedMs: number
  windowMs: number
  windowBytes: number
  evict: ((error: Error) => void) | null
}

export function createBodyBudget(maxBytes: number, nowMs: () => number): BodyBudget {
  const reading = new Set<Reading>()
  let used = 0

  function evict(body: Reading): void {
    const end = body.evict
    release(body)
    end?.(tooSlow())
  }
  function release(body: Reading): void {
    body.isClosed = true
    used -= body.bytes
    body.bytes = 0
    body.evict = null
    reading.delete(body)
  }
  function makeRoom(bytes: number, most: number, own: Reading): void {
    const stalled = [...reading].filter(
      (body) => body !== own && body.bytes > SMALL_BYTES && nowMs() - body.arrivedMs >= STALLED_MS,
    )
    for (const body of stalled.sort((a, b) => a.arrivedMs - b.arrivedMs)) {
      if (used + bytes <= most) return
      evict(body)
    }
  }
  return {
    open(end) {
      const body: Reading = {
        ...{ isClosed: false, bytes: 0, windowBytes: 0, evict: end },
        ...{ arrivedMs: nowMs(), windowMs: nowMs() },
      }
      reading.add(body)
      return {
        add(bytes) {
          // The client may have disconnected while its body is inflated.
          if (body.isClosed) return
          const most = body.bytes + bytes <= SMALL_BYTES ? maxBytes : maxBytes * SHARE_OF_LARGE
          if (used + bytes > most) makeRoom(bytes, most, body)
          if (used + bytes > most) throw noMemory()
          used += bytes
          body.bytes += bytes
        },
        arrived(bytes) {
          body.windowBytes += bytes
          body.arrivedMs = nowMs()
        },
        complete: () => void reading.delete(body),
        close: () => release(body),
      }
    },
    sweep() {
      for (const body of reading) {
        if (nowMs() - body.windowMs < WINDOW_MS) continue
        if (body.bytes > SMALL_BYTES && body.windowBytes < LEAST_BYTES_IN_WINDOW) evict(body)
        body.windowMs = nowMs()
        body.windowBytes = 0
      }
    },
    usedBytes: () => used,
  }
}

const noMemory = () =>
  new RequestError(
    'unavailable',
    'too_many_bodies',
    'The bodies of other requests use all memory that is reserved for bodies. Send the request again later.',
  )

// The error has the form of the HTTP framework's own errors, which carry a status.
const tooSlow = () => Object.assign(new Error('The body arrived too slowly.'), { statusCode: 408 })
