/** A lock that many callers share, or one caller holds alone. */
export interface Gate {
  /**
   * Enters and returns the function that the caller must call when done. Returns null if another caller
   * holds the lock alone, or waits to hold it alone.
   */
  tryEnter(): (() => void) | null
  /** Enters like `tryEnter`, but first waits for callers that hold the lock alone or wait to do so. */
  enter(): Promise<() => void>
  /**
   * Runs `work` alone: waits until all callers inside have left, and makes later callers wait until `work`
   * ends.
   */
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
