import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { SiegeTarget } from './besieged-server.ts'
import { besiege } from './greedy-clients.ts'
import { createSamplesByName, type Reports } from './samples.ts'

/**
 * Besieges in a process of its own, and resolves with its reports by name. In the process that measures the
 * modest clients, 150 held bodies would add to the measured waits. The besieging process has a lower
 * priority, like the threads of the event store: real clients are on other machines, and take the server's
 * network and memory but not its cores.
 */
export function besiegeBeside(target: SiegeTarget, seconds: number): Promise<Reports> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(target), String(seconds)])
  return new Promise((resolve, reject) => {
    child.once('message', (reports) => resolve(reports as Reports))
    child.once('exit', (code) => reject(new Error(`The besieging process ended with ${code}`)))
  })
}

const NICE = 5

const [target, seconds] = process.argv.slice(2)
if (process.argv[1] === fileURLToPath(import.meta.url) && target !== undefined) {
  setPriority(NICE)
  const samples = createSamplesByName()
  await besiege(JSON.parse(target), samples.of, AbortSignal.timeout(Number(seconds) * 1000))
  process.send?.(samples.reports(), () => process.exit())
}
