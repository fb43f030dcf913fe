import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { KEY, type ServerProcess } from '../fixtures/server-process.ts'
import { runImport } from './import-process.ts'
import type { UuidClient } from './uuid-client.ts'

const EVENTS_OF_A_FILE = 3_000
/** The command ends after this many seconds in which the server refuses events. */
const WAIT = ['--wait', '1']
const PAUSE_MS = 40

/**
 * Makes a client that imports files with the command `import`. The command dies with its server, and the same
 * command continues with the next server. `program` is a file, as in `Launch`.
 */
export function createImportClient(name: string, program: string): UuidClient {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-imported-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'events.jsonl')
  const acknowledged = new Map<string, string>()
  const faults: string[] = []
  let uuids: readonly string[] | undefined

  function newFile(): readonly string[] {
    const made = Array.from({ length: EVENTS_OF_A_FILE }, () => randomUUID())
    const timestamp = new Date().toISOString()
    const lines = made.map((uuid, i) =>
      JSON.stringify({ uuid, event: name, distinct_id: `${name} ${i % 50}`, timestamp, properties: {} }),
    )
    writeFileSync(file, lines.join('\n'))
    return made
  }
  return {
    name,
    acknowledged,
    faults,
    doomed: new Set(),
    deleted: new Set(),
    async run(server: ServerProcess, writing) {
      let isOver = false
      void server.exited.then(() => (isOver = true))
      const isTimeToKill = () => isOver || writing.signal.aborted
      const options = ['--url', server.url, '--key', KEY, ...WAIT]
      while (!isTimeToKill()) {
        uuids ??= newFile()
        const { code, output } = await runImport({ program, folder, options, file, isTimeToKill })
        if (code === 0) {
          for (const uuid of uuids) acknowledged.set(uuid, name)
          uuids = undefined
        } else if (code === 2) faults.push(`an import set rows aside: ${output}`)
        else if (!isTimeToKill()) {
          writing.onRefusal()
          await pause(PAUSE_MS)
        }
      }
    },
  }
}
