import { expect, test } from 'vitest'
import { errorFacts } from '#shared/error-facts.ts'
import { createRepeatedFailures } from './repeated-failures.ts'

test('a failure is admitted once a minute, with the number of those that were left out', () => {
  let nowMs = 0
  const admit = createRepeatedFailures(() => nowMs)
  const facts = errorFacts(new TypeError('x'))
  expect(admit('failed', facts)).toEqual({ leftOut: 0 })
  expect(admit('failed', facts)).toBeNull()
  nowMs = 59_999
  expect(admit('failed', facts)).toBeNull()
  expect(admit('failed otherwise', facts)).toEqual({ leftOut: 0 })
  expect(admit('failed', errorFacts(new TypeError('x')))).toEqual({ leftOut: 0 })
  nowMs = 60_000
  expect(admit('failed', facts)).toEqual({ leftOut: 2 })
  nowMs = 120_000
  expect(admit('failed', facts)).toEqual({ leftOut: 0 })
})
