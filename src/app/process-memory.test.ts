import { expect, test } from 'vitest'
import { ownMemory } from './process-memory.ts'

test('memory that the process fills counts, and the files that it has mapped do not', () => {
  const before = ownMemory()
  const filled = Buffer.alloc(64 * 1024 * 1024, 1)
  expect(ownMemory() - before).toBeGreaterThan(filled.length / 2)
  expect(ownMemory()).toBeLessThan(process.memoryUsage.rss())
})
