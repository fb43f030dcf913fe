import { expect, test } from 'vitest'
import { createInProcessUuidFilter } from './in-process-uuid-filter.ts'

const [A, B, C] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)
const uuids = [A, B, C].filter((uuid) => uuid !== undefined)
const signal = new AbortController().signal

async function* stored(projectId: number, ...chunks: (readonly string[])[]) {
  for (const chunk of chunks) yield chunk.map((uuid) => ({ projectId, uuid }))
}

test('until the stored uuids are loaded, any uuid may be stored', async () => {
  const filter = createInProcessUuidFilter()
  expect(await filter.claim(1, uuids)).toEqual(uuids)
  await filter.load(stored(1), signal)
  expect(await filter.claim(2, uuids)).toEqual([])
})

test('a uuid may be stored from its first claim on, and where it was loaded', async () => {
  const filter = createInProcessUuidFilter()
  await filter.load(stored(1, [uuids[0] ?? ''], [uuids[1] ?? '']), signal)
  expect(await filter.claim(1, uuids)).toEqual([A, B])
  expect(await filter.claim(1, uuids)).toEqual([A, B, C])
  expect(await filter.claim(2, uuids)).toEqual([])
})

test('after a load that was stopped any uuid may be stored', async () => {
  const filter = createInProcessUuidFilter()
  await filter.load(stored(1, [uuids[0] ?? '']), AbortSignal.abort())
  expect(await filter.claim(1, uuids)).toEqual(uuids)
})
