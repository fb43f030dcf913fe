import { expect, test } from 'vitest'
import { createAttemptLimit } from './attempt-limit.ts'

function limited() {
  let nowMs = Date.parse('2026-11-20T12:00:00Z')
  const limit = createAttemptLimit({ most: 3, windowSeconds: 60, clock: () => nowMs })
  const pass = (seconds: number) => {
    nowMs += seconds * 1_000
  }
  return { limit, pass }
}

test('after the limit the next attempt is allowed once the first is out of the window', () => {
  const { limit, pass } = limited()
  for (const seconds of [10, 10, 10]) {
    expect(limit.secondsUntilFree('a')).toBe(0)
    limit.count('a')
    pass(seconds)
  }
  expect(limit.secondsUntilFree('a')).toBe(30)
  pass(29.5)
  expect(limit.secondsUntilFree('a')).toBe(1)
  pass(0.5)
  expect(limit.secondsUntilFree('a')).toBe(0)
  limit.count('a')
  expect(limit.secondsUntilFree('a')).toBe(10)
})

test('keys are counted separately', () => {
  const { limit } = limited()
  for (let i = 0; i < 3; i++) limit.count('a')
  expect([limit.secondsUntilFree('a'), limit.secondsUntilFree('b')]).toEqual([60, 0])
})

test('the last attempt can be taken back, and all can be removed', () => {
  const { limit } = limited()
  for (let i = 0; i < 3; i++) limit.count('a')
  limit.takeBack('a')
  expect(limit.secondsUntilFree('a')).toBe(0)
  limit.count('a')
  expect(limit.secondsUntilFree('a')).toBe(60)
  limit.forget('a')
  limit.takeBack('a')
  expect(limit.secondsUntilFree('a')).toBe(0)
})

test('attempts in the future, after the clock was set back, do not count', () => {
  const { limit, pass } = limited()
  for (let i = 0; i < 3; i++) limit.count('a')
  for (const seconds of [-1, -3_600]) {
    pass(seconds)
    expect(limit.secondsUntilFree('a')).toBe(0)
  }
})

test('the 10,000 keys with the last attempts are kept', () => {
  const { limit } = limited()
  for (const key of ['first', 'second']) for (let i = 0; i < 3; i++) limit.count(key)
  for (let i = 0; i < 9_998; i++) limit.count(`other ${i}`)
  limit.count('first')
  limit.count('one too many')
  expect([limit.secondsUntilFree('first'), limit.secondsUntilFree('second')]).toEqual([60, 0])
})
