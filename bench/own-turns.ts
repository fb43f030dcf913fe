import { existsSync, readFileSync } from 'node:fs'

/** Of the thread that reads it: the nanoseconds on a core, then those of waiting for one. Only Linux has it. */
const OWN_TIMES = '/proc/thread-self/schedstat'

/**
 * The most CPU in ms that this thread takes between two turns of its event loop: the longest pause that is its own work. Waiting for
 * a core is no part of it, which on a busy machine is most of a pause. `end` returns null where the system does not tell.
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
