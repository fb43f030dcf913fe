import { expect, test } from 'vitest'
import { type Listed, placed, requireNoReplicas } from './topology.ts'

const HOSTS = ['a:1', 'b:1', 'c:1', 'd:1']
/** Returns how the server with the index `own` lists a cluster of two shards with two replicas each. */
const listedBy = (own: number): Listed[] =>
  HOSTS.map((host, i) => ({ shard: Math.floor(i / 2) + 1, replica: (i % 2) + 1, host, isLocal: i === own }))
const at = (place: number, listed = listedBy(place)) => ({
  server: { origin: `http://${HOSTS[place]}` },
  listed,
})
const found = (...servers: ReturnType<typeof at>[]) => placed(servers, 'main')

test('servers are put in the order of the cluster, whatever the order of the address', () => {
  expect(found(at(3), at(0), at(2), at(1))).toEqual([
    [{ origin: 'http://a:1' }, { origin: 'http://b:1' }],
    [{ origin: 'http://c:1' }, { origin: 'http://d:1' }],
  ])
})

test.each([
  ['a server that the address lacks', [at(0), at(1), at(3)], 'It lacks c:1.'],
  ['a server that is named twice', [at(0), at(0)], 'names one ClickHouse server twice'],
  ['a server without the cluster', [at(0, [])], 'knows no cluster main'],
  ['a server outside of the cluster', [at(0, listedBy(9))], 'is 0 servers of the cluster main'],
])('%s is refused', (_, servers, sentence) => {
  expect(() => found(...servers)).toThrow(sentence)
})

test('shards of several servers are refused', () => {
  expect(() => requireNoReplicas([[1], [2]], 'main')).not.toThrow()
  expect(() => requireNoReplicas([[1], [2, 3]], 'main')).toThrow(
    'Shard 2 of the cluster main has 2 servers. This version stores events on shards of one server each.',
  )
})
