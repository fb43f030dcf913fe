import { expect, test } from 'vitest'
import { createRecentFailures } from './recent-failures.ts'

const MINUTE_MS = 60_000

test('a failure is remembered for five minutes', () => {
  let nowMs = 0
  const failures = createRecentFailures(() => nowMs)
  failures.note('a')
  const at = (ms: number) => {
    nowMs = ms
    return [failures.has('a'), failures.has('b')]
  }
  expect(at(0)).toEqual([true, false])
  expect(at(5 * MINUTE_MS - 1)).toEqual([true, false])
  expect(at(5 * MINUTE_MS)).toEqual([false, false])
  failures.note('a')
  expect(at(9 * MINUTE_MS)).toEqual([true, false])
  // The clock was set back, by more than five minutes and by less.
  for (const ms of [-MINUTE_MS, 4 * MINUTE_MS]) expect(at(ms)).toEqual([false, false])
})

test('of more than 1,000 failures the oldest is evicted', () => {
  const failures = createRecentFailures(() => 0)
  for (let i = 0; i < 1_000; i++) failures.note(`${i}`)
  failures.note('0')
  failures.note('one more')
  expect(['0', '1', '2', '999', 'one more'].map(failures.has)).toEqual([true, false, true, true, true])
})
