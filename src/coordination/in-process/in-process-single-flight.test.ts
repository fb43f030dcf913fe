import { expect, test } from 'vitest'
import { cancelled } from '#engine/engine-error.ts'
import { createInProcessSingleFlight } from './in-process-single-flight.ts'

/** Returns work that ends when the test says so or when it is told to stop. */
function work(name: string) {
  const begun: { end: (result: string) => void; signal: AbortSignal }[] = []
  const run = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      begun.push({ end: resolve, signal })
      signal.addEventListener('abort', () => reject(new Error('stopped')))
    })
  return { begun, asked: { key: name, about: 1, isServedBy: (other: number) => other === 1, run } }
}

test('concurrent calls for the same work share one run', async () => {
  const flights = createInProcessSingleFlight<number, string>(cancelled)
  const { begun, asked } = work('a')
  const both = Promise.all([flights.join(asked), flights.join(asked)])
  begun[0]?.end('result')
  expect([await both, begun.length]).toEqual([['result', 'result'], 1])
  const later = flights.join(asked)
  begun[1]?.end('newer')
  expect(await later).toBe('newer')
})

test('a call that the running work does not serve starts its own', async () => {
  const flights = createInProcessSingleFlight<number, string>(cancelled)
  const { begun, asked } = work('a')
  const first = flights.join(asked)
  const second = flights.join({ ...asked, about: 2, isServedBy: (other: number) => other === 2 })
  begun[1]?.end('second')
  begun[0]?.end('first')
  expect([await first, await second]).toEqual(['first', 'second'])
})

test('a caller that leaves is rejected, and the last one stops the work', async () => {
  const flights = createInProcessSingleFlight<number, string>(cancelled)
  const { begun, asked } = work('a')
  const [first, second] = [new AbortController(), new AbortController()]
  const waits = [flights.join(asked, first.signal), flights.join(asked, second.signal)]
  first.abort()
  await expect(waits[0]).rejects.toMatchObject({ kind: 'cancelled' })
  expect(begun[0]?.signal.aborted).toBe(false)
  second.abort()
  await expect(waits[1]).rejects.toThrow('stopped')
  // Work that is being stopped serves no new caller.
  const next = flights.join(asked)
  begun[1]?.end('anew')
  expect(await next).toBe('anew')
})

test('a caller without a signal keeps the work running', async () => {
  const flights = createInProcessSingleFlight<number, string>(cancelled)
  const { begun, asked } = work('a')
  const leaving = new AbortController()
  const [stays, leaves] = [flights.join(asked), flights.join(asked, leaving.signal)]
  leaving.abort()
  await expect(leaves).rejects.toMatchObject({ kind: 'cancelled' })
  begun[0]?.end('result')
  expect(await stays).toBe('result')
})

test('a failure rejects all callers, and the next call starts anew', async () => {
  const flights = createInProcessSingleFlight<number, string>(cancelled)
  const { begun, asked } = work('a')
  const failing = { ...asked, run: async () => Promise.reject(new Error('failed')) }
  for (const one of [flights.join(failing), flights.join(failing)])
    await expect(one).rejects.toThrow('failed')
  const next = flights.join(asked)
  begun[0]?.end('result')
  expect(await next).toBe('result')
})

test('an aborted signal starts no work', async () => {
  const flights = createInProcessSingleFlight<number, string>(cancelled)
  const { begun, asked } = work('a')
  await expect(flights.join(asked, AbortSignal.abort())).rejects.toMatchObject({ kind: 'cancelled' })
  expect(begun).toEqual([])
})
