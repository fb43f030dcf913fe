/** Longest time that running requests delay the exit. */
const GRACE_MS = 25_000

/** The first SIGTERM or SIGINT closes and exits with 0; a second signal or the end of the grace time exits with 1 at once. */
export function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    try {
      await close()
      process.exit(0)
    } catch (error) {
      console.error(error)
      process.exit(1)
    }
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
