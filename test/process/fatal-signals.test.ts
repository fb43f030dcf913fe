import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killServers } from '../fixtures/server-process.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-fatal-'))
})
afterAll(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
})

// A process that waits in a handler of the engine is there for 304 s, longer than a test may take.
test.each(['SIGABRT', 'SIGSEGV', 'SIGBUS'] as const)('%s ends the server', async (signal) => {
  const server = await program.startServer(folder)
  expect((await fetch(`${server.url}/_health`)).status).toBe(200)
  server.kill(signal)
  expect(await server.exited).toEqual({ code: null, signal })
  await expect(fetch(`${server.url}/_health`)).rejects.toThrow()
})
