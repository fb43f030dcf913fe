import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BUNDLE_VARIABLES } from '../fixtures/bundled-program.ts'
import { api, capture, countsByEvent } from '../fixtures/server-client.ts'
import { type ServerProcess, startServer } from '../fixtures/server-process.ts'
import type { BackupPlace } from './backup-rounds.ts'

const EVENTS_OF_A_NAME = 20_000
const BATCH = 1_000
/** Longer than a deletion of `EVENTS_OF_A_NAME` events takes, so that some deletions end before the kill. */
const LONGEST_DELETION_MS = 400
const POLL_MS = 100
const FROM = '-3d'

interface Deletion {
  readonly event: string
  readonly finished_at: string | null
  readonly left: Readonly<Record<string, number>>
}

/**
 * Sends SIGKILL at a random moment of a deletion of 20,000 events. After a start, a deletion that was
 * recorded must end by itself and leave nothing; one that was not recorded must have had no effect. All
 * events of another name must still be there.
 */
export async function runDeletions(
  { folder, program, random, sums }: BackupPlace,
  rounds: number,
): Promise<void> {
  const dataFolder = mkdtempSync(join(folder, 'deletions-'))
  const start = () => startServer(dataFolder, BUNDLE_VARIABLES, program)
  for (let round = 1; round <= rounds; round++) {
    const event = `doomed ${round}`
    const killed = await start()
    await send(killed, event)
    await send(killed, 'kept')
    const asked = api(killed, 'POST', '/deletions/', { body: { event }, status: 201 }).then(
      () => true,
      () => false,
    )
    await pause(random.between(0, LONGEST_DELETION_MS))
    killed.kill('SIGKILL')
    const [isAnswered] = await Promise.all([asked, killed.exited])
    const server = await start()
    const found = await untilFinished(server, event)
    const [doomed = 0, kept = 0] = await countsByEvent(server, [event, 'kept'], { from: FROM })
    const figures = {
      deletions: 1,
      answeredBeforeTheKill: isAnswered ? 1 : 0,
      begunBeforeTheKill: found === null ? 0 : 1,
      failed: isAnswered && found === null ? 1 : 0,
      returned:
        found === null ? 0 : doomed + Object.values(found.left).reduce((sum, count) => sum + count, 0),
      lostEvents:
        kept === round * EVENTS_OF_A_NAME && (found !== null || doomed === EVENTS_OF_A_NAME) ? 0 : 1,
    }
    sums.add(figures)
    console.log(JSON.stringify({ round, ...figures }))
    server.kill('SIGTERM')
    await server.exited
  }
  rmSync(dataFolder, { recursive: true, force: true })
}

async function send(server: ServerProcess, event: string): Promise<void> {
  for (let sent = 0; sent < EVENTS_OF_A_NAME; sent += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, i) => ({
      event,
      uuid: randomUUID(),
      distinct_id: `person ${i}`,
      properties: { number: i },
    }))
    const status = await capture(server, batch)
    if (status !== 200) throw new Error(`Capture answered ${status}.`)
  }
}

/** Resolves with the deletion when it is finished, or with null if none was recorded. */
async function untilFinished(server: ServerProcess, event: string): Promise<Deletion | null> {
  for (;;) {
    const { results } = await api<{ results: readonly (Deletion & { readonly id: number })[] }>(
      server,
      'GET',
      '/deletions/',
    )
    const listed = results.find((one) => one.event === event)
    if (listed === undefined) return null
    const found = await api<Deletion>(server, 'GET', `/deletions/${listed.id}/`)
    if (found.finished_at !== null) return found
    await pause(POLL_MS)
  }
}
