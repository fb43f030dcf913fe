/** Lets many callers in at once, or one alone. */
export interface Gate {
  /** Enters at once and returns the function that must be called at the end; null where a caller is alone, or waits to be. */
  tryEnter(): (() => void) | null
  /** The same, after the end of those callers. */
  enter(): Promise<() => void>
  /** Runs `work` alone: it waits for the callers that are in, and later callers wait for its end. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

export function createGate(): Gate {
  let inside = 0
  let whenEmpty: (() => void) | undefined
  let closedBy: Promise<void> | undefined

  async function closed(): Promise<() => void> {
    while (closedBy !== undefined) await closedBy
    let open = () => {}
    closedBy = new Promise((resolve) => {
      open = () => {
        closedBy = undefined
        resolve()
      }
    })
    return open
  }
  const enterNow = () => {
    inside++
    return () => {
      if (--inside === 0) whenEmpty?.()
    }
  }
  return {
    tryEnter: () => (closedBy === undefined ? enterNow() : null),
    async enter() {
      while (closedBy !== undefined) await closedBy
      return enterNow()
    },
    async alone(work) {
      const open = await closed()
      try {
        if (inside > 0) await new Promise<void>((resolve) => (whenEmpty = resolve))
        return await work()
      } finally {
        whenEmpty = undefined
        open()
      }
    },
  }
}
