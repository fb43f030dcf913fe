import { expect, test } from 'vitest'
import { createWalkMemory } from '#sequences/walk-memory.ts'
import { type SpansJob, spansWalk } from './spans-walk.ts'

/**
 * Two steps within 10 ms. Actor 1 does both, with a best run from 3 on. Actor 2 does only the first step,
 * twice. Actor 3 does only the second.
 */
const EVENTS: Readonly<Record<number, readonly (readonly [atMs: number, mask: number])[]>> = {
  1: [
    [1, 1],
    [3, 1],
    [8, 2],
    [9, 1],
  ],
  2: [
    [2, 1],
    [5, 1],
  ],
  3: [[4, 2]],
}

function spansOf(job: Pick<SpansJob, 'type' | 'step' | 'isLast'>) {
  const walk = spansWalk(
    { rule: { order: 'ordered', steps: 2, windowMs: 10, exclusions: [] }, ...job },
    createWalkMemory(),
  )
  for (const [actor, events] of Object.entries(EVENTS)) {
    const columns = {
      atMs: Float64Array.from(events, ([atMs]) => atMs),
      mask: Uint32Array.from(events, ([, mask]) => mask),
    }
    walk.actor(Number(actor), columns, 0, events.length, [])
  }
  const { actors, fromMs, untilMs } = walk.result()
  return [...fromMs].map((from, i) => [actors[i], from, untilMs[i]])
}

const [FIRST, LAST] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

test.each<[SpansJob['type'], number, boolean, unknown[]]>([
  [
    'funnel_path_after_step',
    0,
    false,
    [
      [1, 3, LAST],
      [2, 2, LAST],
    ],
  ],
  ['funnel_path_after_step', 0, true, [[2, 2, LAST]]],
  ['funnel_path_after_step', 1, false, [[1, 8, LAST]]],
  ['funnel_path_before_step', 1, false, [[1, FIRST, 8]]],
  ['funnel_path_before_step', 0, true, [[2, FIRST, 12]]],
  ['funnel_path_between_steps', 1, false, [[1, 3, 8]]],
])('%s %i, of those who stayed there: %s', (type, step, isLast, spans) => {
  expect(spansOf({ type, step, isLast })).toEqual(spans)
})

test('without an actor has no numbers', () => {
  const walk = spansWalk(
    {
      rule: { order: 'ordered', steps: 2, windowMs: 10, exclusions: [] },
      type: 'funnel_path_after_step',
      step: 1,
      isLast: false,
    },
    createWalkMemory(),
  )
  expect(walk.result()).toEqual({
    actors: new Uint32Array(),
    fromMs: new Float64Array(),
    untilMs: new Float64Array(),
  })
})
