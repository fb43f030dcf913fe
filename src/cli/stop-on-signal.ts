/** A request that never ends must not keep the process: after this long it is cut off. */
const GRACE_MS = 25_000

/** Closes once on SIGTERM or SIGINT and exits with 0; a second signal, or too long a wait, exits with 1 at once. */
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
