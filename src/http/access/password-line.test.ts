import { expect, test } from 'vitest'
import { createPasswordLine } from './password-line.ts'

const HASH_MS = 64

/**
 * Makes a queue of clients in which each hash ends only when the test says so. Each hash takes 64 ms on the
 * test's clock.
 */
function lineWith(most: number) {
  let nowMs = 0
  const line = createPasswordLine({ most, clock: () => nowMs })
  const begun: string[] = []
  const outcomes: Record<string, unknown> = {}
  let endHash: (error?: Error) => void = () => undefined
  const join = (name: string, signal = new AbortController().signal, earlier = 0) => {
    const hash = () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => {
        endHash = (error) => (error === undefined ? resolve(`hash of ${name}`) : reject(error))
      })
    }
    const turn = line.turn({ isTrusted: name.startsWith('known'), earlier, signal }, hash)
    void turn.then(
      (hashed) => (outcomes[name] = hashed),
      ({ code, message, retryAfterSeconds }) => (outcomes[name] = [code ?? message, retryAfterSeconds]),
    )
  }
  const next = async (error?: Error) => {
    nowMs += HASH_MS
    endHash(error)
    await settled()
  }
  return { join, next, begun, outcomes }
}
/** Lets all promises that can settle do so. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('one hash runs at a time, and a known client is next', async () => {
  const { join, next, begun, outcomes } = lineWith(10)
  for (const name of ['a', 'b', 'c', 'known']) join(name)
  await settled()
  expect(begun).toEqual(['a'])
  for (let i = 0; i < 4; i++) await next()
  expect(begun).toEqual(['a', 'known', 'b', 'c'])
  expect(outcomes).toMatchObject({ a: 'hash of a', known: 'hash of known' })
})

test('a hash that fails is the error of its client alone', async () => {
  const { join, next, begun, outcomes } = lineWith(10)
  for (const name of ['a', 'b']) join(name)
  await next(new Error('out of memory'))
  await next()
  expect([begun, outcomes]).toEqual([['a', 'b'], { a: ['out of memory', undefined], b: 'hash of b' }])
  join('c')
  await settled()
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('a client that comes between two turns waits', async () => {
  const { join, next, begun } = lineWith(10)
  for (const name of ['a', 'b']) join(name)
  const ended = next()
  join('c')
  await ended
  expect(begun).toEqual(['a', 'b'])
})

test('the password of a client that has gone is not hashed, and its place is free', async () => {
  const { join, next, begun, outcomes } = lineWith(2)
  const gone = new AbortController()
  join('a')
  join('b', gone.signal)
  join('c', gone.signal)
  gone.abort()
  await settled()
  expect(outcomes).toEqual({ b: ['client_disconnected', null], c: ['client_disconnected', null] })
  for (const name of ['d', 'e']) join(name)
  join('late', gone.signal)
  for (let i = 0; i < 3; i++) await next()
  expect(begun).toEqual(['a', 'd', 'e'])
  expect(outcomes).toMatchObject({ late: ['client_disconnected', null], e: 'hash of e' })
})

test('a client that goes while its password is hashed changes nothing for the next one', async () => {
  const { join, next, begun, outcomes } = lineWith(2)
  const gone = new AbortController()
  join('a')
  join('b', gone.signal)
  await next()
  gone.abort()
  join('c')
  await next()
  await next()
  expect([begun, outcomes]).toMatchObject([['a', 'b', 'c'], { b: 'hash of b', c: 'hash of c' }])
})

test('the line is bounded, and tells when to come again', async () => {
  const { join, next, outcomes } = lineWith(40)
  join('a')
  await next()
  // Now 1 password is being hashed and 40 wait. To hash these 41 takes 2.6 s.
  for (let i = 0; i < 41; i++) join(`${i}`, undefined, 1)
  join('late', undefined, 1)
  await settled()
  expect(outcomes).toEqual({ a: 'hash of a', late: ['too_many_passwords', 3] })
  join('clean')
  await settled()
  expect(outcomes).toMatchObject({ 40: ['too_many_passwords', 3] })
  await next()
  await next()
  expect(outcomes).toMatchObject({ 0: 'hash of 0', clean: 'hash of clean' })
})
