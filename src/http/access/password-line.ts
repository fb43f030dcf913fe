import { RequestError } from '#shared/request-error.ts'
import { createPasswordQueue, type Waiting } from './password-queue.ts'

/** A client that waits until the server hashes its password. */
export interface InLine extends Waiting {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}
/** The queue of all clients that wait until the server hashes a password. A server has only one. */
export interface PasswordLine {
  /**
   * Runs `hash` when the turn of the client comes. Only one hash runs at a time, because a hash takes 16
   * MiB and occupies one of the threads that run the engine's queries.
   * @throws RequestError `too_many_passwords` if the queue is full, `client_disconnected` if the client
   * disconnects before its turn.
   */
  turn<T>(client: InLine, hash: () => Promise<T>): Promise<T>
}
interface LineOptions {
  /** The most trusted clients that may wait. The same number of strangers may wait in addition. */
  readonly most: number
  /** Returns the milliseconds of a monotonic clock. */
  readonly clock: () => number
}
interface Entry extends Waiting {
  readonly begin: () => void
  readonly refuse: (error: RequestError) => void
}

export function createPasswordLine({ most, clock }: LineOptions): PasswordLine {
  const queue = createPasswordQueue<Entry>(most)
  let isBusy = false
  let lastHashMs = 0

  const place = ({ isTrusted, earlier, signal }: InLine) =>
    new Promise<void>((resolve, reject) => {
      const end = (finish: () => void) => () => {
        signal.removeEventListener('abort', leave)
        finish()
      }
      const entry: Entry = {
        isTrusted,
        earlier,
        begin: end(resolve),
        refuse: (error) => end(() => reject(error))(),
      }
      const leave = () => {
        queue.remove(entry)
        entry.refuse(disconnected())
      }
      signal.addEventListener('abort', leave)
      queue.add(entry)?.refuse(tooMany(queue.size * lastHashMs))
    })
  return {
    async turn({ isTrusted, earlier, signal }, hash) {
      if (signal.aborted) throw disconnected()
      if (isBusy) await place({ isTrusted, earlier, signal })
      isBusy = true
      const beginMs = clock()
      try {
        return await hash()
      } finally {
        lastHashMs = clock() - beginMs
        const next = queue.take()
        // While a client waits, `isBusy` stays true: the turn passes to the next client at once, and a
        // password that arrives before the next hash begins has to wait.
        if (next === undefined) isBusy = false
        else next.begin()
      }
    },
  }
}

const disconnected = () =>
  new RequestError('cancelled', 'client_disconnected', 'The client disconnected before its turn came.')

const MOST_RETRY_SECONDS = 60

function tooMany(waitMs: number): RequestError {
  const seconds = Math.min(MOST_RETRY_SECONDS, Math.max(1, Math.ceil(waitMs / 1_000)))
  return new RequestError(
    'throttled',
    'too_many_passwords',
    `The server is busy checking other passwords. Send the request again in ${seconds} seconds.`,
    null,
    seconds,
  )
}
