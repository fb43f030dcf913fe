import { expect, test } from 'vitest'
import { countTurns } from '../../../test/fixtures/count-turns.ts'
import { withPauses } from './with-pauses.ts'

test('other work runs between parts that take long', async () => {
  const turns = countTurns()
  const taken: number[] = []
  for await (const part of withPauses(slowParts(20))) taken.push(part)
  expect(taken).toEqual(Array.from({ length: 20 }, (_, i) => i))
  expect(turns()).toBeGreaterThanOrEqual(10)
})

/** Yields numbers, each after 3 ms in which nothing else runs. */
function* slowParts(count: number): Generator<number> {
  for (let i = 0; i < count; i++) {
    const untilMs = performance.now() + 3
    while (performance.now() < untilMs);
    yield i
  }
}
