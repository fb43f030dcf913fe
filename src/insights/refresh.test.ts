import { expect, test } from 'vitest'
import { type Found, type Refresh, type Step, stepFor, stepToAnswer } from './refresh.ts'

const MINUTE_MS = 60_000
const nothing = null
const fresh: Found = { isFresh: true, ageMs: 365 * 24 * 60 * MINUTE_MS }
const recent: Found = { isFresh: false, ageMs: 30 * MINUTE_MS - 1 }
const ofToday: Found = { isFresh: false, ageMs: 24 * 60 * MINUTE_MS - 1 }
const old: Found = { isFresh: false, ageMs: 24 * 60 * MINUTE_MS }

const ROWS: readonly (readonly [Refresh, readonly Step[]])[] = [
  //  nothing, fresh, recent, of today, old
  ['none', ['show', 'show', 'show', 'show', 'show']],
  ['blocking', ['compute', 'show', 'compute', 'compute', 'compute']],
  ['force_blocking', ['compute', 'compute', 'compute', 'compute', 'compute']],
  ['async', ['start', 'show', 'start', 'start', 'start']],
  ['lazy_async', ['start', 'show', 'show', 'show', 'start']],
  ['force_async', ['start', 'start', 'start', 'start', 'start']],
  ['async_except_on_cache_miss', ['compute', 'show', 'start', 'start', 'start']],
  ['shared', ['compute', 'show', 'show', 'compute', 'compute']],
]
const founds = [nothing, fresh, recent, ofToday, old]

test.each(ROWS)('%s', (refresh, steps) => {
  expect(founds.map((found) => stepFor(refresh, found))).toEqual(steps)
})

test.each(ROWS)('%s, where there must be an answer', (refresh, steps) => {
  const asked: readonly Step[] =
    refresh === 'none' ? ['compute', 'show', 'compute', 'compute', 'compute'] : steps
  const [first, ...rest] = asked
  const expected = [first === 'start' ? 'compute' : first, ...rest]
  expect(founds.map((found) => stepToAnswer(refresh, found))).toEqual(expected)
})
