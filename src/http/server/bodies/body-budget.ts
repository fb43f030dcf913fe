import { RequestError } from '#shared/request-error.ts'

/** An account of the memory that the body of one request takes. */
export interface BodyAccount {
  /**
   * Reserves memory for the body, or for its inflated form, before the bytes are there.
   * @throws RequestError `unavailable` if not enough memory is left.
   */
  add(bytes: number): void
  /** Reports that bytes of the body have arrived. A body of which nothing arrives counts as stalled. */
  arrived(bytes: number): void
  /** Reports that the body is complete, so that it can no longer be evicted as too slow. */
  complete(): void
  /** Gives the memory back. */
  close(): void
}

/**
 * The memory of all request bodies together. A body counts from its first byte until its response has
 * ended.
 */
export interface BodyBudget {
  /**
   * Opens the account of a body. `evict` is called if the body arrives too slowly, at most once, and must
   * end the request.
   */
  open(evict: (error: Error) => void): BodyAccount
  /** Evicts bodies that arrive too slowly. Must be called every second. */
  sweep(): void
  /** Returns the bytes of all accounts together. */
  usedBytes(): number
}

/**
 * Bodies up to this size never count as too slow. Larger bodies may use only three quarters of the memory;
 * the rest is for small bodies.
 */
const SMALL_BYTES = 64 * 1024
const SHARE_OF_LARGE = 0.75
/**
 * The length of a window in milliseconds. A body of more than {@link SMALL_BYTES} is too slow if fewer than
 * {@link LEAST_BYTES_IN_WINDOW} bytes of it arrive in a window.
 */
const WINDOW_MS = 5_000
const LEAST_BYTES_IN_WINDOW = 80 * 1024
/**
 * If memory is short, a large body of which nothing has arrived for this long is evicted to make room for
 * another body.
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
          // The client may have disconnected before its body was inflated.
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

// The error has a `statusCode`, as errors of Fastify have.
const tooSlow = () => Object.assign(new Error('The body arrived too slowly.'), { statusCode: 408 })
