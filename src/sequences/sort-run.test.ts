import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startCpuClock } from '../../test/fixtures/cpu-clock.ts'
import { createSortScratch, sortRun } from './sort-run.ts'

const eventsOf = (times: readonly number[]) => ({
  atMs: Float64Array.from(times),
  mask: Uint32Array.from(times, (_, i) => i),
  value: Uint32Array.from(times, (_, i) => i + 7),
})

test('events are in order of time, with their own masks and values, and others stay as they are', () => {
  const scratch = createSortScratch()
  const Times = fc.oneof(
    fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 200 }),
    // This many events in any order are not sorted by insertion.
    fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { minLength: 60, maxLength: 300 }),
  )
  fc.assert(
    fc.property(Times, fc.nat(10), fc.nat(10), (times, before, after) => {
      const all = [...Array<number>(before).fill(99), ...times, ...Array<number>(after).fill(-1)]
      const events = eventsOf(all)
      const to = before + times.length
      sortRun(scratch, events, before, to)
      expect([...events.atMs.subarray(before, to)]).toEqual(times.toSorted((a, b) => a - b))
      expect([...events.mask].map((i) => all[i])).toEqual([...events.atMs])
      expect([...events.value]).toEqual([...events.mask].map((i) => i + 7))
      expect([...events.mask].toSorted((a, b) => a - b)).toEqual(all.map((_, i) => i))
      for (let i = 0; i < all.length; i++) if (i < before || i >= to) expect(events.mask[i]).toBe(i)
    }),
  )
})

test.each([
  ['in order', (i: number) => i],
  ['in the opposite order', (i: number) => -i],
  ['in any order', (i: number) => (i * 7919) % 1_000_003],
  ['of one time', () => 5],
  ['of few times', (i: number) => (i * 7919) % 5],
  ['of times far apart', (i: number) => ((i * 7919) % 1_000_003) * 2 ** 30],
  ['most of one time', (i: number) => (i % 1000 === 7 ? (i * 7919) % 1_000_003 : 3)],
])('a million events of one actor %s', (_, timeOf) => {
  const events = eventsOf(Array.from({ length: 1_000_000 }, (_, i) => timeOf(i)))
  const cpuMs = startCpuClock()
  sortRun(createSortScratch(), events, 0, 1_000_000)
  // A quadratic sort would take hours. This one takes a fifth of a second on a quiet machine.
  expect(cpuMs()).toBeLessThan(5_000)
  expect(events.atMs.every((time, i) => i === 0 || (events.atMs[i - 1] ?? 0) <= time)).toBe(true)
  expect(events.mask.every((place, i) => timeOf(place) === events.atMs[i])).toBe(true)
})

test('long runs keep their masks and values, and others stay as they are', () => {
  const length = 70_000
  const events = eventsOf(Array.from({ length: length + 2 }, (_, i) => (i * 7919) % 50_021))
  sortRun(createSortScratch(), events, 1, length + 1)
  const timeOf = (place: number) => (place * 7919) % 50_021
  for (let i = 0; i < length + 2; i++) {
    const place = events.mask[i] ?? 0
    if (events.value[i] !== place + 7 || events.atMs[i] !== timeOf(place)) expect(i).toBe(-1)
  }
  expect([events.mask[0], events.mask[length + 1]]).toEqual([0, length + 1])
})
