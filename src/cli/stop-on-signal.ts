import { inspect } from 'node:util'
import { printError } from './print.ts'

/** Longest time that running requests delay the exit. */
const GRACE_MS = 25_000
/** Longest time that the metadata may take to close after the grace time. */
const CLOSE_MS = 2_000
/**
 * Under npm, a second signal within this time counts as part of the first one. On a Ctrl-C, the terminal
 * signals this process, and npm passes the signal on to it once more.
 */
const SAME_SIGNAL_MS = 1_000
const LOOK_FOR_NPM_MS = 1_000
/**
 * The signals that stop the server. SIGHUP means that the terminal has ended; it must stop the server as
 * orderly as the others.
 */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export interface Stopping {
  close(): Promise<void>
  closeMetadata(): Promise<void>
  /** Whether npm started this process and passes signals on to it. */
  readonly isUnderNpm: boolean
  /** Writes to the log that the stop begins, and why, or that the stop has ended. */
  say(sentence: string): void
}

/**
 * Stops the process on a signal. The first signal closes everything and exits with 0. A second signal, or the
 * end of the grace time, closes the metadata alone and ends the process by SIGKILL. A normal exit is not
 * possible then: it runs the destructors of the event engine, which wait for the engine's threads and crash
 * while these threads still compute.
 * If npm ends without a signal, that counts as a first signal too, because nobody would find a process that
 * npm left.
 */
export function stopOnSignal({ close, closeMetadata, isUnderNpm, say }: Stopping): void {
  let stoppingSinceMs: number | null = null
  const end = async (reason: string) => {
    say(`${reason}: the server is killed. Nothing that it has acknowledged is lost.`)
    setTimeout(kill, CLOSE_MS).unref()
    // If closing fails, the next start reads the write-ahead log.
    await closeMetadata().catch((error: unknown) => printError(inspect(error)))
    kill()
  }
  const stop = async (reason: string) => {
    stoppingSinceMs = performance.now()
    say(`${reason}: the server is stopping. Requests that have begun are answered.`)
    setTimeout(() => end(`The stop took more than ${GRACE_MS / 1_000} seconds`), GRACE_MS).unref()
    try {
      await close()
      say('The server has stopped.')
      process.exit(0)
    } catch (error) {
      printError(inspect(error))
      process.exit(1)
    }
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSinceMs === null) return stop(signal)
    if (isUnderNpm && performance.now() - stoppingSinceMs < SAME_SIGNAL_MS) return undefined
    return end(`A second ${signal}`)
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  if (isUnderNpm) onceOrphaned(() => stoppingSinceMs ?? stop('npm has ended'))
}

const kill = () => process.kill(process.pid, 'SIGKILL')

function onceOrphaned(act: () => void): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    act()
  }, LOOK_FOR_NPM_MS).unref()
}
