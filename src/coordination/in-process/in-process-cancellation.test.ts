import { expect, test } from 'vitest'
import type { AskedBy } from '#coordination/cancellation.ts'
import { createInProcessCancellation } from './in-process-cancellation.ts'

const untilAborted = (signal: AbortSignal | undefined) =>
  new Promise<string>((resolve) => signal?.addEventListener('abort', () => resolve('cancelled')))

/**
 * Runs a question for each of three users; the first two give their questions the same name. The first user
 * also asks a question with this name in another project.
 */
function threeQuestions() {
  const cancellation = createInProcessCancellation()
  const stop = new AbortController()
  const run = (askedBy: AskedBy, projectId = 1) =>
    cancellation.run({ projectId, askedBy }, untilAborted, stop.signal)
  const asked = [
    run({ userId: 1, clientQueryId: 'report' }),
    run({ userId: 2, clientQueryId: 'report' }),
    run({ userId: 3, clientQueryId: 'other' }),
    run({ userId: 1, clientQueryId: 'report' }, 2),
  ]
  return { cancellation, stop, asked }
}

test.each<[number | 'everybody', number]>([
  [1, 1],
  [2, 1],
  [3, 0],
  ['everybody', 2],
])('the questions of a project that are named so are cancelled for %s: %i', async (users, count) => {
  const { cancellation, stop, asked } = threeQuestions()
  expect(await cancellation.cancel(1, 'report', users)).toBe(count)
  expect(await cancellation.cancel(1, 'report', users)).toBe(0)
  expect(await cancellation.cancel(1, 'report', 'everybody')).toBe(2 - count)
  stop.abort()
  expect(await Promise.all(asked)).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled'])
})

test('a question without a user or a name has the signal of its request alone', async () => {
  const cancellation = createInProcessCancellation()
  const { signal } = new AbortController()
  for (const askedBy of [undefined, { userId: 1, clientQueryId: undefined }])
    expect(await cancellation.run({ projectId: 1, askedBy }, async (own) => own, signal)).toBe(signal)
})
