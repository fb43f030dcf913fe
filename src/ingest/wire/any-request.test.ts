import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCapture } from '../../../test/fuzz/check-capture.ts'
import { anyRequest } from '../../../test/fuzz/hostile-requests.ts'

// `npm run fuzz` does the same with a hundred thousand requests.
test('any request is refused with a code, or each of its events is stored or counted', async () => {
  const seen = { read: 0, refused: 0, kept: 0, dropped: 0 }
  const property = fc.asyncProperty(anyRequest, async (request) => {
    const { refused, kept, dropped } = await checkCapture(request)
    seen[refused === null ? 'read' : 'refused']++
    seen.kept += kept
    seen.dropped += dropped
  })
  await fc.assert(property, { numRuns: 500 })
  // Each outcome occurs in enough requests.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50)
})
