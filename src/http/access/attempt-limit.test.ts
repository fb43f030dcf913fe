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

test('after so many attempts one waits until the first of them is long enough ago', () => {
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

test('each is counted for itself', () => {
  const { limit } = limited()
  for (let i = 0; i < 3; i++) limit.count('a')
  expect([limit.secondsUntilFree('a'), limit.secondsUntilFree('b')]).toEqual([60, 0])
})

test('attempts are taken back and forgotten', () => {
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

test('a clock that is set back locks nobody out', () => {
  const { limit, pass } = limited()
  for (let i = 0; i < 3; i++) limit.count('a')
  pass(-3_600)
  expect(limit.secondsUntilFree('a')).toBe(0)
})

test('10,000 are remembered, the last seen', () => {
  const { limit } = limited()
  for (const key of ['first', 'second']) for (let i = 0; i < 3; i++) limit.count(key)
  for (let i = 0; i < 9_998; i++) limit.count(`other ${i}`)
  limit.count('first')
  limit.count('one too many')
  expect([limit.secondsUntilFree('first'), limit.secondsUntilFree('second')]).toEqual([60, 0])
})
