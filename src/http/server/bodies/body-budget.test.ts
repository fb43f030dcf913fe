import { describe, expect, test } from 'vitest'
import { createBodyBudget } from './body-budget.ts'

const KiB = 1024
const MiB = 1024 * KiB

function budgetAt(maxBytes: number) {
  const clock = { nowMs: 0 }
  const budget = createBodyBudget(maxBytes, () => clock.nowMs)
  const evicted: string[] = []
  const open = (name: string) => budget.open(() => evicted.push(name))
  return { budget, clock, evicted, open }
}

describe('memory', () => {
  test('is taken by bodies and given back with each', () => {
    const { budget, open } = budgetAt(16 * MiB)
    const [one, other] = [open('one'), open('other')]
    one.add(2 * MiB)
    other.add(3 * MiB)
    other.add(MiB)
    expect(budget.usedBytes()).toBe(6 * MiB)
    other.close()
    other.close()
    expect(budget.usedBytes()).toBe(2 * MiB)
  })

  test('is not taken any more behind the end of the response', () => {
    const { budget, open } = budgetAt(16 * MiB)
    const left = open('left')
    left.add(MiB)
    left.close()
    left.add(8 * MiB)
    expect(budget.usedBytes()).toBe(0)
  })

  test('of large bodies leaves a quarter to small ones', () => {
    const { open } = budgetAt(16 * MiB)
    open('large').add(12 * MiB)
    expect(() => open('another').add(MiB)).toThrow('use all memory')
    expect(() => open('small').add(64 * KiB)).not.toThrow()
  })

  test('is never more than its limit, however many bodies there are', () => {
    const { budget, open } = budgetAt(16 * MiB)
    for (let i = 0; i < 1_000; i++)
      try {
        open(String(i)).add(64 * KiB)
      } catch {}
    expect(budget.usedBytes()).toBe(16 * MiB)
  })

  test('is taken from the body that has stood still for the longest', () => {
    const { clock, evicted, open } = budgetAt(16 * MiB)
    open('first').add(6 * MiB)
    clock.nowMs = 500
    open('second').add(6 * MiB)
    clock.nowMs = 1_400
    open('third').add(4 * MiB)
    expect(evicted).toEqual(['first'])
    expect(() => open('fourth').add(4 * MiB)).toThrow('use all memory')
    clock.nowMs = 1_600
    open('fifth').add(4 * MiB)
    expect(evicted).toEqual(['first', 'second'])
  })

  test('of a body that moves is not taken', () => {
    const { clock, evicted, open } = budgetAt(16 * MiB)
    const moving = open('moving')
    moving.add(12 * MiB)
    clock.nowMs = 1_500
    moving.arrived(1)
    clock.nowMs = 2_000
    expect(() => open('another').add(MiB)).toThrow('use all memory')
    expect(evicted).toEqual([])
  })

  test('of a complete body is its own until the response', () => {
    const { clock, evicted, open } = budgetAt(16 * MiB)
    const stored = open('stored')
    stored.add(12 * MiB)
    stored.complete()
    clock.nowMs = 60_000
    expect(() => open('another').add(MiB)).toThrow('use all memory')
    expect(evicted).toEqual([])
  })
})

describe('a slow body', () => {
  test('loses its place after five seconds with less than 80 KiB', () => {
    const { budget, clock, evicted, open } = budgetAt(16 * MiB)
    const [slow, steady, small] = [open('slow'), open('steady'), open('small')]
    for (const [account, bytes] of [
      [slow, MiB],
      [steady, MiB],
      [small, KiB],
    ] as const)
      account.add(bytes)
    for (const account of [slow, steady]) account.arrived(80 * KiB)
    for (const nowMs of [5_000, 10_000, 15_000]) {
      clock.nowMs = nowMs
      budget.sweep()
      expect(evicted).toEqual(nowMs === 5_000 ? [] : ['slow'])
      steady.arrived(100 * KiB)
      if (nowMs === 5_000) slow.arrived(10 * KiB)
    }
  })

  test('of 64 KiB or less may be slow', () => {
    const { budget, clock, evicted, open } = budgetAt(16 * MiB)
    open('phone').add(64 * KiB)
    for (clock.nowMs = 0; clock.nowMs <= 30_000; clock.nowMs += 1_000) budget.sweep()
    expect(evicted).toEqual([])
  })
})
