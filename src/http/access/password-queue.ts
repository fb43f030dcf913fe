/** A password that waits to be hashed. */
export interface Waiting {
  /**
   * Whether the client is trusted: it is signed in, on a known device, or holds an invitation or the set-up
   * code.
   */
  readonly isTrusted: boolean
  /**
   * The number of recent attempts by the same network or account that had a wrong password or are still
   * waiting.
   */
  readonly earlier: number
}

/**
 * The passwords that wait to be hashed, in one line for trusted clients and one for strangers. In each line,
 * the client with the fewest earlier attempts is next. So networks take turns, and a network that has sent
 * wrong passwords waits longer than a network that has not.
 */
export interface PasswordQueue<Entry extends Waiting> {
  /**
   * Adds an entry. If the queue is full, removes one entry, possibly the new one, and returns it. Returns
   * null if there is room.
   */
  add(entry: Entry): Entry | null
  /** Takes the next entry out of the queue; undefined if none waits. */
  take(): Entry | undefined
  remove(entry: Entry): void
  /** The number of entries that wait. */
  readonly size: number
}

/**
 * After this many trusted clients in succession a stranger is next, so that strangers do not wait for ever.
 */
const TRUSTED_IN_SUCCESSION = 3

/**
 * Creates an empty queue.
 * @param most The largest number of trusted clients that may wait. The same number of strangers may wait in
 * addition.
 */
export function createPasswordQueue<Entry extends Waiting>(most: number): PasswordQueue<Entry> {
  // Each line is in the order in which its entries are taken.
  const trusted: Entry[] = []
  const strangers: Entry[] = []
  let succession = 0
  const lineOf = ({ isTrusted }: Waiting) => (isTrusted ? trusted : strangers)
  return {
    add(entry) {
      const line = lineOf(entry)
      const after = line.findIndex(({ earlier }) => earlier > entry.earlier)
      line.splice(after < 0 ? line.length : after, 0, entry)
      return line.length > most ? (line.pop() ?? null) : null
    },
    take() {
      const isStrangersTurn = trusted.length === 0 || succession >= TRUSTED_IN_SUCCESSION
      if (isStrangersTurn && strangers.length > 0) {
        succession = 0
        return strangers.shift()
      }
      succession++
      return trusted.shift()
    },
    remove(entry) {
      const line = lineOf(entry)
      const index = line.indexOf(entry)
      if (index >= 0) line.splice(index, 1)
    },
    get size() {
      return trusted.length + strangers.length
    },
  }
}
