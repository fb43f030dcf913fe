/** A password that waits to be hashed. */
export interface Waiting {
  /**
   * Whether the client belongs here: it is signed in, on a known device, or holds an invitation or the
   * set-up code.
   */
  readonly isTrusted: boolean
  /** Recent attempts of the same network or account that were wrong or wait themselves. */
  readonly earlier: number
}

/**
 * Passwords that wait, for trusted clients and for strangers. Within both, the client with the fewest
 * earlier attempts is next: networks take turns, and one that has tried wrong passwords waits for those
 * that have not.
 */
export interface PasswordQueue<Entry extends Waiting> {
  /**
   * Adds an entry. Returns the one that loses its place for it, which may be the same one; null if there is
   * space.
   */
  add(entry: Entry): Entry | null
  /** Takes the next entry out; undefined if none waits. */
  take(): Entry | undefined
  remove(entry: Entry): void
  /** The number of entries that wait. */
  readonly size: number
}

/** A stranger is next after this many trusted clients in succession, so that strangers do not starve. */
const TRUSTED_IN_SUCCESSION = 3

/** @param most Entries of trusted clients, and of strangers, that may wait. */
export function createPasswordQueue<Entry extends Waiting>(most: number): PasswordQueue<Entry> {
  // Each in the order in which they are taken.
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
