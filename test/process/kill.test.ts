import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRetryingClient, DAYS, type RetryingClient } from '../fixtures/retrying-client.ts'
import { seededRandom } from '../fixtures/seeded-random.ts'
import { countsByEvent } from '../fixtures/server-client.ts'
import { killServers, type ServerProcess } from '../fixtures/server-process.ts'
import { signalInTheMiddle } from '../fixtures/signal-in-the-middle.ts'
import { countsByUuid } from '../fixtures/stored-uuids.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

/** Rounds of this test. `npm run crash` takes the number of rounds as an option. */
const ROUNDS = 8
const NAMES = ['first', 'second', 'third', 'fourth', 'fifth']

const program = useBundle()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-kill-'))
})
afterAll(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
})

const start = () => program.startServer(folder)

test(`${ROUNDS} kills lose no acknowledged event and store none twice`, async () => {
  const random = seededRandom(20_260_720)
  let onProgress = () => {}
  const clients = NAMES.map((name) => createRetryingClient(name, random, () => onProgress()))

  for (let round = 1; round <= ROUNDS; round++) {
    const server = await start()
    if (round > 1) await expectCounts(server, clients)
    // A step is a batch that is sent or answered.
    let stepsLeft = random.between(10, 80)
    let killed: Promise<void> | undefined
    onProgress = () => {
      if (--stepsLeft === 0) killed = signalInTheMiddle(server, 'SIGKILL', random.between(0, 6))
    }
    await Promise.all(clients.map((client) => client.run(server.url)))
    await killed
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' })
  }

  const server = await start()
  await Promise.all(clients.map((client) => client.settle(server.url)))
  for (const client of clients) expect(client.acknowledged.size).toBe(client.sent.size)
  await expectCounts(server, clients)
  server.kill('SIGTERM')
  expect(await server.exited).toEqual({ code: 0, signal: null })

  const counts = await countsByUuid(folder)
  expect([...counts].filter(([, count]) => count !== 1)).toEqual([])
  expect(new Set(counts.keys())).toEqual(new Set(clients.flatMap((client) => [...client.sent])))
})

/** Expects each client to have no fewer stored events than acknowledged ones, and no more than sent ones. */
async function expectCounts(server: ServerProcess, clients: readonly RetryingClient[]): Promise<void> {
  const counts = await countsByEvent(server, NAMES, { from: `-${DAYS + 1}d` })
  for (const [index, client] of clients.entries()) {
    expect(counts[index]).toBeGreaterThanOrEqual(client.acknowledged.size)
    expect(counts[index]).toBeLessThanOrEqual(client.sent.size)
  }
}
