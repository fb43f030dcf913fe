import { expect, test } from 'vitest'
import type { Timer } from '#shared/clock.ts'
import { EngineError } from './engine-error.ts'
import { createPatience } from './patience.ts'

/** Runs work that fails with these kinds of errors, one after the other, and then answers `done`. */
async function attempts(kinds: readonly ('memory' | 'timeout')[], isAnswering = true, signal?: AbortSignal) {
  const paused: number[] = []
  const left = [...kinds]
  const timer: Timer = (ms, task) => {
    paused.push(ms)
    void task()
    return () => undefined
  }
  const work = async () => {
    const kind = left.shift()
    if (kind !== undefined) throw new EngineError(kind, '')
    return 'done'
  }
  const outcome = await createPatience(() => isAnswering, timer)(work, signal).catch(
    (error: EngineError) => error.kind,
  )
  return { outcome, paused }
}

test('work that lacks memory is tried again after growing pauses', async () => {
  expect(await attempts(['memory', 'memory'])).toEqual({ outcome: 'done', paused: [50, 100] })
})

test('after three seconds it fails', async () => {
  const { outcome, paused } = await attempts(Array(7).fill('memory'))
  expect(outcome).toBe('memory')
  expect(paused.reduce((sum, ms) => sum + ms, 0)).toBe(3_000)
})

test('other failures, and those of a caller that has left, are not tried again', async () => {
  expect(await attempts(['timeout'])).toEqual({ outcome: 'timeout', paused: [] })
  expect(await attempts(['memory'], true, AbortSignal.abort())).toEqual({ outcome: 'memory', paused: [] })
})

test('without questions, whose end would free memory, it fails at once', async () => {
  expect(await attempts(['memory'], false)).toEqual({ outcome: 'memory', paused: [] })
})
