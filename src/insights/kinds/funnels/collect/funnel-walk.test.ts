import { describe, expect, test } from 'vitest'
import type { ActorEvents } from '#sequences/actor-events.ts'
import { createWalkMemory } from '#sequences/walk-memory.ts'
import { type FunnelJob, funnelWalk } from './funnel-walk.ts'
import { peopleWalk } from './people-walk.ts'

// Two steps a and b, within 100 ms.
const RULE = { order: 'ordered', steps: 2, windowMs: 100, exclusions: [] } as const
const JOB: FunnelJob = {
  rule: RULE,
  compared: { fromStep: 0, toStep: 1 },
  edgesMs: [0, 50, 200],
  openFromMs: null,
  collected: 'steps',
  binCount: null,
  rows: null,
}
const VALUES = ['', 'free', 'pro']
/**
 * Returns the events of a story such as `a0 b10`: the step and the ms of each. All have the value at index
 * `value` of VALUES.
 */
const columns = (story: string, value = 0): ActorEvents => {
  const words = story.split(' ')
  return {
    atMs: Float64Array.from(words, (word) => Number(word.slice(1))),
    mask: Uint32Array.from(words, (word) => (word.startsWith('a') ? 1 : 2)),
    value: new Uint32Array(words.length).fill(value),
  }
}
const ACTORS = [
  columns('a0 b10', 1),
  columns('a0 b30', 1),
  columns('a60 b90', 2),
  columns('a0', 2),
  columns('b5'),
]

function collected(job: Partial<FunnelJob>) {
  const walk = funnelWalk({ ...JOB, ...job }, createWalkMemory())
  for (const [actor, events] of ACTORS.entries()) walk.actor(actor, events, 0, events.mask.length, VALUES)
  return walk.result()
}

describe('the numbers of a walk', () => {
  test('of steps', () => {
    expect(collected({})).toEqual([
      {
        text: '',
        actors: 4,
        totals: {
          kind: 'steps',
          counts: [4, 3],
          averagesMs: [null, 70 / 3],
          mediansMs: [null, 30],
          openCounts: [null, null],
        },
      },
    ])
  })

  test('of those who have time left: the actor with a start alone', () => {
    expect(collected({ openFromMs: 0 })[0]?.totals).toMatchObject({ openCounts: [null, 1] })
    expect(collected({ openFromMs: 1 })[0]?.totals).toMatchObject({ openCounts: [null, 0] })
  })

  test('of trends', () => {
    expect(collected({ collected: 'trends' })[0]?.totals).toEqual({
      kind: 'trends',
      entered: [3, 1],
      converted: [2, 1],
    })
  })

  test('of times', () => {
    expect(collected({ collected: 'time_to_convert', binCount: 1 })[0]?.totals).toEqual({
      kind: 'time_to_convert',
      bins: [
        [0, 3],
        [1, 0],
      ],
      averageMs: 70 / 3,
      medianMs: 30,
    })
  })

  const rows = {
    attributed: { kind: 'first_touch' },
    missingText: '',
    texts: null,
    limit: 10,
    hasOther: true,
  } as const
  test('of rows, the largest first and the one that sorts first of equal ones; none without an actor at step 1', () => {
    expect(collected({ rows }).map(({ text, actors }) => [text, actors])).toEqual([
      ['free', 2],
      ['pro', 2],
    ])
  })
  test('of the rows beyond the limit together', () => {
    expect(collected({ rows: { ...rows, limit: 1 } })).toMatchObject([
      { text: 'free', actors: 2, totals: { counts: [2, 2], mediansMs: [null, 20] } },
      { text: null, actors: 2, totals: { counts: [2, 1], mediansMs: [null, 30] } },
    ])
  })
})

test.each([
  ['at a step', { of: 'step', bit: 1, hasConverted: true }, [0, 1, 2]],
  ['dropped at a step', { of: 'step', bit: 1, hasConverted: false }, [3]],
  ['converted in a bucket', { of: 'bucket', place: 0, hasConverted: true }, [0, 1]],
  ['dropped in a bucket', { of: 'bucket', place: 0, hasConverted: false }, [3]],
  ['of a time', { of: 'times', fromMs: 30, toMs: 31 }, [1, 2]],
] as const)('the actors %s', (_, counted, wanted) => {
  const walk = peopleWalk({ ...JOB, counted, rows: null, row: null }, createWalkMemory())
  for (const [actor, events] of ACTORS.entries()) walk.actor(actor, events, 0, events.mask.length, VALUES)
  expect(walk.result()).toEqual(wanted)
})
