import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { killServers, startServer } from '../fixtures/server-process.ts'
import { createCrashClients } from './crash-clients.ts'
import type { CrashPlace } from './crash-sums.ts'

/** Then everything that is stored is compared, and a new folder begins. */
const KILLS_PER_FOLDER = 25
const NOISE_BYTES = 200
const LONGEST_WRITING_MS = 2_500

/** SIGKILL at any moment of inserts, merges, deletions and changes of the metadata, and of the start. */
export async function runKills({ folder, random, sums }: CrashPlace, kills: number): Promise<void> {
  for (let done = 0; done < kills; ) {
    const dataFolder = mkdtempSync(join(folder, 'kills-'))
    try {
      const clients = createCrashClients(random, NOISE_BYTES)
      for (let i = 0; i < KILLS_PER_FOLDER && done < kills; i++, done++) {
        const server = await startServer(dataFolder)
        const writing = { signal: new AbortController().signal, onRefusal: () => sums.add({ refusals: 1 }) }
        const written = clients.run(server, writing)
        await Promise.race([pause(random.between(0, LONGEST_WRITING_MS)), written])
        server.kill('SIGKILL')
        await server.exited
        await written
        sums.add({ kills: 1 })
      }
      const server = await startServer(dataFolder)
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
