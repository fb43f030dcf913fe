import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const MiB = 1024 * 1024
const FILLED_BYTES = 64 * MiB
const SCRIPT = `import { ownMemory } from ${JSON.stringify(new URL('process-memory.ts', import.meta.url).href)}
const before = ownMemory()
const filled = Buffer.alloc(${FILLED_BYTES}, 1)
console.log(JSON.stringify([ownMemory() - before, ownMemory(), process.memoryUsage.rss(), filled.length]))`

// The test runs in a process of its own. The process of the other tests may free the memory of other files
// meanwhile.
test('memory that the process fills counts, and the files that it has mapped do not', () => {
  const options = ['--import', 'tsx', '--input-type=module', '--eval', SCRIPT]
  const [grown, own, resident] = JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' }))
  expect(grown).toBeGreaterThan(FILLED_BYTES / 2)
  expect(own).toBeLessThan(resident)
})
