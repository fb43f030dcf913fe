import { expect, test } from 'vitest'
import { isDiskFull } from './disk-full.ts'

test.each([
  ['SQLITE_FULL', true],
  ['SQLITE_IOERR_SHMSIZE', true],
  ['53100', true],
  ['ENOSPC', true],
  ['SQLITE_IOERR_READ', false],
  ['SQLITE_READONLY', false],
])('an error with the code %s: %s', (code, isFull) => {
  expect(isDiskFull(Object.assign(new Error('failed'), { code }))).toBe(isFull)
})

test('a value without a code is no full disk', () => {
  expect([new Error('SQLITE_FULL'), 'SQLITE_FULL', null].map(isDiskFull)).toEqual([false, false, false])
})
