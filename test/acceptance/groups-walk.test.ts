import { expect, test } from 'vitest'
import type { GroupStatements } from '../../src/metadata/groups/group-statements.ts'
import { createGroupStore } from '../../src/metadata/groups/group-store.ts'
import { seededRandom } from '../fixtures/seeded-random.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const GROUPS = 100_000
const BATCH = 5_000
const NEW_GROUPS = 1_000
const DAY_MS = 86_400_000
const NOON = Date.parse('2026-11-20T12:00:00Z')

const random = seededRandom(20)
// There are few different milliseconds, so that many groups share one and pages end between them.
const someInstant = () => new Date(NOON - DAY_MS * random.between(1, 60) + random.between(0, 9)).toISOString()
const mention = (key: string, timestamp: string) => ({
  event: 'seen',
  distinct_id: 'ada',
  timestamp,
  properties: { $groups: { company: key } },
})
const identify = (key: string, timestamp: string) => ({
  event: '$groupidentify',
  distinct_id: 'ada',
  timestamp,
  properties: { $group_type: 'company', $group_key: key, $group_set: { seats: random.between(1, 99) } },
})

const saidOf = (key: string): GroupStatements => {
  const timestampMs = Date.parse(someInstant())
  return {
    timestampMs,
    atUs: timestampMs * 1000,
    groups: [{ type: 'company', key }],
    groupStatement: null,
  }
}

/**
 * Sends events that arrive while the list is read. Some name new groups. Others are earlier events of known
 * groups, some with properties.
 */
async function arrive(firstNew: number, count: number): Promise<void> {
  const news = Array.from({ length: count }, (_, i) => {
    const known = `known ${random.between(0, GROUPS - 1)}`
    return [
      mention(`new ${firstNew + i}`, random.pick([someInstant(), new Date(NOON).toISOString()])),
      (random.between(0, 1) === 0 ? mention : identify)(known, new Date(NOON - 90 * DAY_MS).toISOString()),
    ]
  })
  await server.capture(news.flat())
}

test('100,000 groups are listed to the end, each once, while 1,000 more arrive', {
  timeout: 240_000,
}, async () => {
  // Writes into the store directly, because capture would take most of the time.
  const store = createGroupStore(server.app.metadata)
  for (let first = 0; first < GROUPS; first += BATCH)
    await store.record(
      1,
      Array.from({ length: BATCH }, (_, i) => saidOf(`known ${first + i}`)),
    )

  const seen: string[] = []
  let arrived = 0
  let pages = 0
  for (let path: string | null = '/api/projects/1/groups/?group_type_index=0'; path !== null; pages++) {
    const { status, body } = await server.request('GET', path)
    expect(status).toBe(200)
    for (const group of body.results) seen.push(group.group_key)
    if (pages % 10 === 0 && arrived < NEW_GROUPS) {
      await arrive(arrived, 20)
      arrived += 20
    }
    const next: URL | null = body.next === null ? null : new URL(body.next)
    path = next && next.pathname + next.search
  }
  expect(arrived).toBe(NEW_GROUPS)
  expect(pages).toBeGreaterThan(GROUPS / 100 - 1)
  expect(new Set(seen).size).toBe(seen.length)
  const known = seen.filter((key) => key.startsWith('known '))
  expect(known).toHaveLength(GROUPS)
  // Some new groups were placed after the reader's position and were met, others were placed before it.
  const met = seen.length - known.length
  expect(met).toBeGreaterThan(0)
  expect(met).toBeLessThan(NEW_GROUPS)
})
