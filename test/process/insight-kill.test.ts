import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../fixtures/seeded-random.ts'
import { api } from '../fixtures/server-client.ts'
import { killServers, type ServerProcess } from '../fixtures/server-process.ts'
import { signalInTheMiddle } from '../fixtures/signal-in-the-middle.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const ROUNDS = 6
const BOARDS = 3

const program = useBundle()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-insight-kill-'))
})
afterAll(async () => {
  await killServers()
  await rm(folder, { recursive: true, force: true })
})

const start = () => program.startServer(folder)

interface Insight {
  readonly id: number
  readonly name: string
  readonly tags: readonly string[]
  readonly dashboards: readonly number[]
}
interface Log {
  readonly count: number
  readonly results: readonly {
    detail: { name: string; changes: { field: string; after: unknown }[] | null }
  }[]
}

/**
 * The n-th change. Its number is in every part that is written: the name, a tag, the dashboard and the
 * entry in the log.
 */
const nthChange = (n: number, boards: readonly number[]) => ({
  name: `${n}`,
  tags: [`tag ${n}`],
  dashboards: [boards[n % BOARDS]],
})

test('after a kill in the middle of a PATCH all of it is stored or nothing', async () => {
  const random = seededRandom(20_261_121)
  let server = await start()
  const boards: number[] = []
  for (let i = 0; i < BOARDS; i++) {
    const body = { name: `Board ${i}` }
    boards.push((await api<{ id: number }>(server, 'POST', '/dashboards/', { body, status: 201 })).id)
  }
  const { id } = await api<Insight>(server, 'POST', '/insights/', { body: nthChange(0, boards), status: 201 })

  let sent = 0
  let acknowledged = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const killed = signalInTheMiddle(server, 'SIGKILL', random.between(5, 40))
    for (let isAlive = true; isAlive; ) {
      sent++
      try {
        await api(server, 'PATCH', `/insights/${id}/`, { body: nthChange(sent, boards) })
        acknowledged = sent
      } catch {
        isAlive = false
      }
    }
    await killed
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' })
    server = await start()
    sent = await expectWhole(server, id, boards, { acknowledged, sent })
    acknowledged = sent
  }
  expect(sent).toBeGreaterThan(ROUNDS)
  server.kill('SIGTERM')
  await server.exited
})

/**
 * Expects one whole change to be stored, either the last acknowledged one or the interrupted one. Returns its
 * number.
 */
async function expectWhole(
  server: ServerProcess,
  id: number,
  boards: readonly number[],
  { acknowledged, sent }: { acknowledged: number; sent: number },
): Promise<number> {
  const insight = await api<Insight>(server, 'GET', `/insights/${id}/`)
  const stored = Number(insight.name)
  expect(stored).toBeGreaterThanOrEqual(acknowledged)
  expect(stored).toBeLessThanOrEqual(sent)
  expect(insight).toMatchObject(nthChange(stored, boards))
  const log = await api<Log>(server, 'GET', `/insights/${id}/activity/?limit=1`)
  expect([log.count, log.results[0]?.detail.name]).toEqual([stored + 1, insight.name])
  return stored
}
