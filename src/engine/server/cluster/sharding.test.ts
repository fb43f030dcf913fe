import { expect, test } from 'vitest'
import { cityHash, divideLines } from './sharding.ts'

// Computed by ClickHouse 26.7: SELECT cityHash64(toUInt32(a), toUInt32(b)).
test.each([
  [0, 0, 5222652260262540557n],
  [1, 1, 2963573356302499406n],
  [7, 5, 1210543037673558385n],
  [1, 4294967295, 1789419695455021262n],
  [4294967295, 4294967295, 11736462311731129247n],
  [12, 150000, 9221309617540922658n],
])('cityHash64(%i, %i)', (first, second, hash) => {
  expect(cityHash(first, second)).toBe(hash)
})

test('each row goes to the shard of its project and person, in the order of the rows', () => {
  const columns = ['project_id', 'event', 'person']
  const lines = Array.from({ length: 1_000 }, (_, i) => `7\tname\t${i % 100}\trest`)
  const shards = divideLines('events', columns, lines, 3)
  expect(shards.flat().sort()).toEqual([...lines].sort())
  for (const [shard, some] of shards.entries()) {
    expect(some.length).toBeGreaterThan(200)
    for (const line of some) expect(Number(cityHash(7, Number(line.split('\t')[2])) % 3n)).toBe(shard)
  }
})

test('a day decides the shard of an event without an anchor', () => {
  const columns = ['project_id', 'uuid', 'day']
  const lines = ['7\tu\t1970-01-02', '7\tv\t1970-01-02']
  const shards = divideLines('unanchored_event', columns, lines, 2)
  expect(shards[Number(cityHash(7, 1) % 2n)]).toEqual(lines)
})

test('a table without a key is an error', () => {
  expect(() => divideLines('persons', ['project_id'], ['7'], 2)).toThrow('its key')
})
