import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BUNDLE_VARIABLES } from '../fixtures/bundled-program.ts'
import { killServers, startServer } from '../fixtures/server-process.ts'
import { type CrashClients, createCrashClients } from './crash-clients.ts'
import type { CrashPlace } from './crash-sums.ts'

/** After this many kills everything that is stored is compared, and a new folder begins. */
const KILLS_PER_FOLDER = 25
const NOISE_BYTES = 200
/** Counted in writes and not in time, because a busy machine would kill before anything is written. */
const MOST_WRITES = 120
const LOOK_EVERY_MS = 5

/** Sends SIGKILL at any moment of inserts, merges, deletions, changes of the metadata, and starts. */
export async function runKills({ folder, program, random, sums }: CrashPlace, kills: number): Promise<void> {
  for (let done = 0; done < kills; ) {
    const dataFolder = mkdtempSync(join(folder, 'kills-'))
    try {
      const clients = createCrashClients(random, NOISE_BYTES, program)
      for (let i = 0; i < KILLS_PER_FOLDER && done < kills; i++, done++) {
        const server = await startServer(dataFolder, BUNDLE_VARIABLES, program)
        const writing = { signal: new AbortController().signal, onRefusal: () => sums.add({ refusals: 1 }) }
        const written = clients.run(server, writing)
        await Promise.race([untilWritten(clients, random.between(0, MOST_WRITES)), written])
        server.kill('SIGKILL')
        await server.exited
        await written
        sums.add({ kills: 1 })
      }
      const server = await startServer(dataFolder, BUNDLE_VARIABLES, program)
      const figures = await clients.compare(server, dataFolder, async () => {
        server.kill('SIGTERM')
        await server.exited
      })
      sums.add(figures)
      console.log(JSON.stringify({ kills: done, ...figures }))
    } catch (error) {
      done++
      sums.add({ failed: 1 })
      console.log(JSON.stringify({ kills: done, failed: String(error) }))
      await killServers()
    }
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

async function untilWritten(clients: CrashClients, writes: number): Promise<void> {
  const end = clients.writes + writes
  while (clients.writes < end) await pause(LOOK_EVERY_MS)
}
