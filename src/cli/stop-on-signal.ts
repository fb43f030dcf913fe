import { inspect } from 'node:util'
import { printError } from './print.ts'

/** Longest time that running requests delay the exit. */
const GRACE_MS = 25_000
/** Longest time that the metadata may take to close behind that. */
const CLOSE_MS = 2_000
/** npm passes on a Ctrl-C that the terminal has sent to this process as well: behind the first signal it is the same one. */
const SAME_SIGNAL_MS = 1_000
const LOOK_FOR_NPM_MS = 1_000
/** SIGHUP is the end of the terminal, which may not stop the server less orderly than the others. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export interface Stopping {
  close(): Promise<void>
  closeMetadata(): Promise<void>
  /** Whether npm started this process, and passes signals on. */
  readonly isUnderNpm: boolean
  /** For the log: the stop begins, for a reason, or has ended. */
  say(sentence: string): void
}

/**
 * The first signal closes and exits with 0. A second one, or the end of the grace time, closes the metadata alone and ends the
 * process by SIGKILL: an exit runs the destructors of the event engine, which crash while its threads still compute, and wait for
 * them until then. The end of npm, without a signal, is a first signal as well: nobody would find the process that it left.
 */
export function stopOnSignal({ close, closeMetadata, isUnderNpm, say }: Stopping): void {
  let stoppingSinceMs: number | null = null
  const end = async (reason: string) => {
    say(`${reason}: the server is killed. Nothing that it has acknowledged is lost.`)
    setTimeout(kill, CLOSE_MS).unref()
    // The write-ahead log is read at the next start.
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
