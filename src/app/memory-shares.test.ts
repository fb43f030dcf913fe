import { totalmem } from 'node:os'
import { expect, test } from 'vitest'
import { availableMemory, memorySharesOf } from './memory-shares.ts'

const GiB = 1024 ** 3

test.each([
  [0.5, { bodies: 64, engine: 256, query: 64 }],
  [1, { bodies: 64, engine: 320, query: 64 }],
  [2, { bodies: 128, engine: 640, query: 128 }],
  [4, { bodies: 256, engine: 1280, query: 256 }],
  [8, { bodies: 512, engine: 2048, query: 512 }],
  [16, { bodies: 512, engine: 2048, query: 1024 }],
  [256, { bodies: 512, engine: 2048, query: 1024 }],
])('the parts of %d GiB of memory, in MiB', (memory, shares) => {
  expect(memorySharesOf(memory * GiB)).toEqual(shares)
})

test('no more memory is available than the machine has', () => {
  expect(availableMemory()).toBeGreaterThan(0)
  expect(availableMemory()).toBeLessThanOrEqual(totalmem())
})
