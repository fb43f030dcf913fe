import { expect, test } from 'vitest'
import { type FoundResult, type Refresh, type Step, stepFor } from './refresh.ts'

const MINUTE_MS = 60_000
const nothing = null
const fresh: FoundResult = { isFresh: true, ageMs: 365 * 24 * 60 * MINUTE_MS }
const recent: FoundResult = { isFresh: false, ageMs: 30 * MINUTE_MS - 1 }
const ofToday: FoundResult = { isFresh: false, ageMs: 24 * 60 * MINUTE_MS - 1 }
const old: FoundResult = { isFresh: false, ageMs: 24 * 60 * MINUTE_MS }
const ofTheFuture: FoundResult = { isFresh: false, ageMs: -1 }

const ROWS: readonly (readonly [Refresh, readonly Step[]])[] = [
  // The columns are the elements of `founds`: no cached result, a fresh one, a recent one, one of today, an
  // old one, and one from the future.
  ['none', ['show', 'show', 'show', 'show', 'show', 'show']],
  ['blocking', ['compute', 'show', 'compute', 'compute', 'compute', 'compute']],
  ['force_blocking', ['compute', 'compute', 'compute', 'compute', 'compute', 'compute']],
  ['async', ['start', 'show', 'start', 'start', 'start', 'start']],
  ['lazy_async', ['start', 'show', 'show', 'show', 'start', 'start']],
  ['force_async', ['start', 'start', 'start', 'start', 'start', 'start']],
  ['async_except_on_cache_miss', ['compute', 'show', 'start', 'start', 'start', 'start']],
  ['shared', ['compute', 'show', 'show', 'compute', 'compute', 'compute']],
]
const founds = [nothing, fresh, recent, ofToday, old, ofTheFuture]

test.each(ROWS)('%s', (refresh, steps) => {
  expect(founds.map((found) => stepFor(refresh, found, 'null'))).toEqual(steps)
})

test.each(ROWS)('%s, where a missing result is computed', (refresh, [, ...rest]) => {
  expect(founds.map((found) => stepFor(refresh, found, 'compute'))).toEqual(['compute', ...rest])
})
