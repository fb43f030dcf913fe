import { describe, expect, test } from 'vitest'
import { createWalkMemory } from '#sequences/walk-memory.ts'
import { startCpuClock } from '../../../../../test/fixtures/cpu-clock.ts'
import { type Attributed, eachRowOf } from './attribution.ts'
import { rowsOfAllTexts, rowsOfTexts } from './row-numbers.ts'

const VALUES = ['', 'free', 'pro', 'team']
/**
 * Events of the steps a and b, and of x, which is no step: `a1free` is an event of step a at 1 ms with the
 * value free.
 */
const eventsOf = (story: string) => {
  const events = story.split(' ').map((word) => {
    const [, name = '', ms = '', value = ''] = /^([abx]+)(\d+)([a-z]*)$/.exec(word) ?? []
    const mask = (name.includes('a') ? 1 : 0) | (name.includes('b') ? 2 : 0)
    return { ms: Number(ms), mask, value: VALUES.indexOf(value) }
  })
  return {
    atMs: Float64Array.from(events, ({ ms }) => ms),
    mask: Uint32Array.from(events, ({ mask }) => mask),
    value: Uint32Array.from(events, ({ value }) => value),
  }
}

/** Returns the rows of an actor: the text of each, and the time and mask of each of its events. */
function visited(attributed: Attributed, story: string, rows = rowsOfAllTexts('')): string[] {
  const events = eventsOf(story)
  const found: string[] = []
  eachRowOf(attributed, rows, 2, createWalkMemory())(
    events,
    0,
    events.mask.length,
    VALUES,
    (row, { atMs, mask }, from, to) => {
      const own = Array.from({ length: to - from }, (_, i) => `${atMs[from + i]}:${mask[from + i]}`)
      found.push(`${rows.textOf(row) ?? 'other'} ${own.join(' ')}`)
    },
  )
  return found
}

describe('the rows of an actor', () => {
  test.each<[string, Attributed, string, string[]]>([
    ['the first value', { kind: 'first_touch' }, 'a1 a2free b3pro', ['free 1:1 2:1 3:2']],
    ['the last value', { kind: 'last_touch' }, 'a1free b2pro b3', ['pro 1:1 2:2 3:2']],
    ['of steps only', { kind: 'first_touch' }, 'x1free a2pro', ['pro 1:0 2:1']],
    [
      'the one that sorts first of a millisecond',
      { kind: 'last_touch' },
      'a1 a2team b2pro',
      ['pro 1:1 2:1 2:2'],
    ],
    ['no value', { kind: 'first_touch' }, 'a1 b2', [' 1:1 2:2']],
    [
      'all values, with their own events',
      { kind: 'all_events' },
      'a1free b2pro x3free b4',
      [' 4:2', 'free 1:1 3:0', 'pro 2:2'],
    ],
    [
      'the values of a step, which others do not serve',
      { kind: 'step', bit: 0 },
      'a1free b2pro ab3pro',
      ['free 1:1 2:2 3:2', 'pro 1:0 2:2 3:3'],
    ],
    ['no event of the step, and so no row', { kind: 'step', bit: 1 }, 'a1free x2pro', []],
  ])('%s', (_, attributed, story, wanted) => {
    expect(visited(attributed, story).sort()).toEqual(wanted.toSorted())
  })

  test('values beyond the rows are one row', () => {
    const rows = rowsOfTexts(['free'], '', true)
    expect(visited({ kind: 'all_events' }, 'a1free b2pro x3team b4', rows).sort()).toEqual([
      ' 4:2',
      'free 1:1',
      'other 2:2 3:0',
    ])
  })
})

test('an actor with many values of a step', () => {
  const count = 50_000
  const values = Array.from({ length: count }, (_, i) => String(i))
  const events = {
    atMs: Float64Array.from(values, (_, i) => i),
    mask: new Uint32Array(count).fill(1),
    value: Uint32Array.from(values, (_, i) => i),
  }
  let visits = 0
  const cpuMs = startCpuClock()
  eachRowOf({ kind: 'step', bit: 0 }, rowsOfAllTexts(''), 2, createWalkMemory())(
    events,
    0,
    count,
    values,
    () => {
      visits++
    },
  )
  expect(visits).toBe(count)
  // Copying the events for each value would mean 2,500,000,000 events.
  expect(cpuMs()).toBeLessThan(2_000)
})

test('an actor has its own events also in rows beyond the first two million', () => {
  const rows = { ...rowsOfAllTexts(''), rowOf: (value: number) => 2 ** 21 + value }
  const events = eventsOf('a1free b2pro x3team b4pro')
  const found = new Map<number, number[]>()
  eachRowOf({ kind: 'all_events' }, rows, 2, createWalkMemory())(
    events,
    0,
    4,
    VALUES,
    (row, { atMs }, from, to) => found.set(row - 2 ** 21, [...atMs.subarray(from, to)]),
  )
  expect(Object.fromEntries(found)).toEqual({ 1: [1], 2: [2, 4], 3: [3] })
})
