import { expect, test } from 'vitest'
import { createUuidBloomFilter } from './uuid-bloom-filter.ts'
import { createUuidHash, hashUuidText } from './uuid-hash.ts'

/** Returns a uuid in the form of version 4, different for every number. */
const uuid = (n: number) => {
  const hex = n.toString(16).padStart(12, '0')
  return `${hex.slice(4)}-${hex.slice(0, 4)}-4000-8000-${hex}`
}

const hash = createUuidHash()
const hashOf = (projectId: number, text: string) => {
  hashUuidText(hash, projectId, text)
  return hash
}

test('an empty filter contains nothing', () => {
  expect(createUuidBloomFilter().mayContain(hashOf(1, uuid(1)))).toBe(false)
})

test('a uuid belongs to its project', () => {
  const filter = createUuidBloomFilter()
  filter.add(hashOf(1, uuid(1)))
  expect(filter.mayContain(hashOf(1, uuid(1)))).toBe(true)
  expect(filter.mayContain(hashOf(2, uuid(1)))).toBe(false)
  expect(filter.mayContain(hashOf(1, uuid(2)))).toBe(false)
})

test.each([
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-0000-0000-000000000000',
  '018f3a5c-9b1e-7c3d-a4f2-0123456789ab',
])('%s in the largest project', (stored) => {
  const filter = createUuidBloomFilter()
  filter.add(hashOf(4_294_967_295, stored))
  expect(filter.mayContain(hashOf(4_294_967_295, stored))).toBe(true)
})

// The first layer holds 2^14 keys, and each further layer twice as many.
test('added layers lose no uuid', () => {
  const filter = createUuidBloomFilter()
  const keys = 2 ** 18 + 2 ** 17
  for (let n = 0; n < keys; n++) filter.add(hashOf(n % 3, uuid(n)))
  let forgotten = 0
  for (let n = 0; n < keys; n++) if (!filter.mayContain(hashOf(n % 3, uuid(n)))) forgotten++
  expect(forgotten).toBe(0)
})

// Eight probes over 32 bits per key give a false positive with a probability of (1 - e^(-8/32))^8 = 5.7e-6.
test('a full layer has few false positives', () => {
  const filter = createUuidBloomFilter(2 ** 18)
  expect(filter.capacity()).toBe(2 ** 18)
  for (let n = 0; n < filter.capacity(); n++) filter.add(hashOf(1, uuid(n)))
  let wrong = 0
  for (let n = 0; n < 1_000_000; n++) if (filter.mayContain(hashOf(1, uuid(2 ** 40 + n)))) wrong++
  expect(wrong).toBeLessThan(50)
})

// A client may count in only one group of digits. Each group must spread over all bits.
test.each([
  ['the first', (hex: string) => `${hex}-0000-4000-8000-000000000000`],
  ['the last', (hex: string) => `00000000-0000-4000-8000-0000${hex}`],
])('counting in %s digits alone fills no cluster of bits', (_name, uuidOf) => {
  const filter = createUuidBloomFilter()
  const hexOf = (n: number) => n.toString(16).padStart(8, '0')
  for (let n = 0; n < 100_000; n++) filter.add(hashOf(1, uuidOf(hexOf(n))))
  let wrong = 0
  for (let n = 100_000; n < 200_000; n++) if (filter.mayContain(hashOf(1, uuidOf(hexOf(n))))) wrong++
  expect(wrong).toBeLessThan(10)
})
