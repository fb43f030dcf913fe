import { existsSync, readFileSync } from 'node:fs'

/**
 * A file of Linux with the times of the thread that reads it: nanoseconds on a core, then nanoseconds of
 * waiting for a core. Other systems do not have this file.
 */
const OWN_TIMES = '/proc/thread-self/schedstat'

/**
 * Measures the most CPU, in ms, that this thread takes between two turns of its event loop. This is the
 * longest pause that is caused by its own work. It excludes waiting for a core, which is most of a pause on
 * a busy machine. `end` returns null if the system does not provide the times.
 */
export function watchOwnTurns(): { end(): number | null } {
  if (!existsSync(OWN_TIMES)) return { end: () => null }
  const cpuMs = () => Number(readFileSync(OWN_TIMES, 'utf8').split(' ')[0]) / 1e6
  let [most, last] = [0, cpuMs()]
  const look = () => {
    const now = cpuMs()
    most = Math.max(most, now - last)
    last = now
  }
  const looking = setInterval(look, 1)
  return {
    end() {
      clearInterval(looking)
      look()
      return most
    },
  }
}
