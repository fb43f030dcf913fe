/** Longest time that running requests delay the exit. */
const GRACE_MS = 25_000
/** Longest time that the metadata may take to close behind that. */
const CLOSE_MS = 2_000

/**
 * The first SIGTERM or SIGINT closes and exits with 0. A second signal, or the end of the grace time, closes the metadata alone
 * and ends the process by SIGKILL: an exit runs the destructors of the event engine, which crash while its threads still compute,
 * and wait for them until then.
 */
export function stopOnSignal(close: () => Promise<void>, closeMetadata: () => Promise<void>): void {
  let isStopping = false
  const end = async () => {
    setTimeout(kill, CLOSE_MS).unref()
    // The write-ahead log is read at the next start.
    await closeMetadata().catch((error: unknown) => console.error(error))
    kill()
  }
  const stop = async () => {
    if (isStopping) return end()
    isStopping = true
    setTimeout(end, GRACE_MS).unref()
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

const kill = () => process.kill(process.pid, 'SIGKILL')
