import { randomUUID } from 'node:crypto'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type ServerProcess, startServer } from '../fixtures/server-process.ts'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const COMMAND = [process.execPath, '--max-semi-space-size=32', '--require', fileOf('watch-loop.cjs')]

/** What was measured inside a server since the last reading. */
export interface LoopReading {
  /** The longest time in which the event loop ran nothing else. */
  readonly stallMs: number
  /** The most CPU time that the main thread took between two timers. */
  readonly stallCpuMs: number
  /** The longest garbage collection. */
  readonly gcMs: number
  readonly rssBytes: number
}

export interface WatchedServer {
  readonly server: ServerProcess
  /** Reads what was measured since the last call, and resets it. */
  read(): Promise<LoopReading>
}

/** Starts the server like `npm start` does, and measures its event loop. */
export async function startWatchedServer(folder: string): Promise<WatchedServer> {
  const socket = join(tmpdir(), `stalls-${randomUUID()}.sock`)
  const program = fileOf('../../bin/throughline.cjs')
  const server = await startServer(folder, { STALLS_SOCKET: socket }, [...COMMAND, program])
  return { server, read: async () => JSON.parse(await text(createConnection(socket))) }
}
