import { describe, expect, test } from 'vitest'
import { exclusionBit, type FunnelRule } from '#insights/runs/walk/rule.ts'
import { explainRun } from './explain-run.ts'

/** Steps a, b and c, the exclusion x, and another event o. */
const BITS: Readonly<Record<string, number>> = {
  a: 1,
  b: 2,
  c: 4,
  x: 2 ** exclusionBit({ steps: 3 }, 0),
  o: 0,
}

/** Explains a story such as `a0 b10`: for each event the letters of the steps that it matches, and its ms. */
function explain(order: FunnelRule['order'], story: string, exclusions: FunnelRule['exclusions'] = []) {
  const events = (story === '' ? [] : story.split(' ')).map((event) => ({
    ms: Number(/\d+/.exec(event)?.[0]),
    mask: [...(/[a-z]+/.exec(event)?.[0] ?? '')].reduce((mask, letter) => mask | (BITS[letter] ?? 0), 0),
  }))
  const columns = {
    atMs: Float64Array.from(events, ({ ms }) => ms),
    mask: Uint32Array.from(events, ({ mask }) => mask),
  }
  return explainRun({ order, steps: 3, windowMs: 100, exclusions }, columns)
}

describe.each(['ordered', 'strict', 'unordered'] as const)('%s', (order) => {
  test('completed', () => {
    expect(explain(order, 'a0 b10 c100')).toEqual({
      reached: 3,
      run: [0, 1, 2],
      numbers: [1, 2, 3],
      serves: [0, 1, 2],
      reason: { code: 'completed' },
    })
  })

  test.each(['', 'o5'])('no first step: %j', (story) => {
    expect(explain(order, story)).toEqual({
      reached: 0,
      run: [],
      numbers: [],
      serves: [],
      reason: { code: 'no_first_step' },
    })
  })

  test.each(['a0 b10', 'a0 b10 o20', 'a0 b10 b20'])('no later step: %j', (story) => {
    expect(explain(order, story)).toMatchObject({ reached: 2, reason: { code: 'no_later_step' } })
  })

  test('too late', () => {
    expect(explain(order, 'a0 b10 c101 c110')).toEqual({
      reached: 2,
      run: [0, 1],
      numbers: [1, 2],
      serves: [0, 1],
      reason: { code: 'too_late', place: 2, lateMs: 1 },
    })
  })

  const whole = [{ fromStep: 0, toStep: 2 }]
  test.each([
    ['between the steps', 'a0 b10 x20 c30', { reached: 0, run: [0, 1, 3], place: 2 }],
    ['after the last step, within the window', 'a0 b10 x100', { reached: 0, run: [0, 1], place: 2 }],
  ])('excluded: %s', (_, story, { reached, run, place }) => {
    expect(explain(order === 'strict' ? 'ordered' : order, story, whole)).toEqual({
      reached,
      run,
      numbers: run.map((_event, step) => step + 1),
      serves: run.map((_event, step) => step),
      reason: { code: 'excluded', place, exclusion: 0, fromStep: 0, toStep: 2 },
    })
  })

  test.each([
    ['at the time of a step', 'a0 x0 b10 c30 x30'],
    ['after the last step', 'a0 b10 c30 x40'],
  ])('not excluded: %s', (_, story) => {
    expect(explain(order, story, whole)).toMatchObject({ reached: 3, reason: { code: 'completed' } })
  })
})

describe('ordered', () => {
  test('a step before the first one is none', () => {
    expect(explain('ordered', 'b0 c5 a10')).toMatchObject({
      reached: 1,
      run: [2],
      reason: { code: 'no_later_step' },
    })
  })
  test('of several exclusions the one that taints', () => {
    const exclusions = [
      { fromStep: 0, toStep: 1 },
      { fromStep: 1, toStep: 2 },
    ]
    expect(explain('ordered', 'a0 b10 x20 c30', exclusions).reached).toBe(3)
  })
})

describe('strict: interrupted', () => {
  test.each<[string, string, number[], number]>([
    ['by another event', 'a0 o5 b10 c20', [0], 1],
    ['by an event of a step', 'a0 b10 b20 c30', [0, 1], 2],
    ['by an event of the same time as the last step', 'a0 b10 o10 c30', [0, 1], 2],
  ])('%s', (_, story, run, place) => {
    expect(explain('strict', story)).toMatchObject({
      reached: run.length,
      run,
      reason: { code: 'interrupted', place },
    })
  })

  test('an event of the same time as the start comes before it', () => {
    expect(explain('strict', 'a0 o0 b10 c20')).toMatchObject({ reached: 3, reason: { code: 'completed' } })
  })
  test('an excluded event comes between as any other does', () => {
    expect(explain('strict', 'a0 x5 b10', [{ fromStep: 0, toStep: 1 }])).toMatchObject({
      reached: 0,
      run: [0],
      reason: { code: 'excluded', place: 1 },
    })
  })
  test('what comes after the window is too late, whatever came before it', () => {
    expect(explain('strict', 'a0 o101 b102')).toMatchObject({
      run: [0],
      reason: { code: 'too_late', place: 2, lateMs: 2 },
    })
  })
})

describe('unordered', () => {
  test('each event serves a step of its own, whichever leaves room for the others', () => {
    expect(explain('unordered', 'ab0 a10')).toMatchObject({
      reached: 2,
      run: [0, 1],
      serves: [1, 0],
      reason: { code: 'no_later_step' },
    })
  })
  test('the next event that serves any further step is too late', () => {
    expect(explain('unordered', 'c0 a50 a105 b107')).toMatchObject({
      reached: 2,
      reason: { code: 'too_late', place: 3, lateMs: 7 },
    })
  })
})

describe('an optional step', () => {
  // Steps a, b and c, of which b is optional. Its bit comes after the bits of the other steps.
  const rule = { order: 'ordered', steps: 2, optional: [1], windowMs: 100, exclusions: [] } as const
  const columns = (...events: readonly (readonly [ms: number, bits: number])[]) => ({
    atMs: Float64Array.from(events, ([ms]) => ms),
    mask: Uint32Array.from(events, ([, bits]) => bits),
  })
  const [a, c, b] = [1, 2, 4]

  test.each([
    ['done', columns([0, a], [10, b], [20, c]), { run: [0, 1, 2], numbers: [1, 2, 3] }],
    ['not done', columns([0, a], [20, c], [30, b]), { run: [0, 1], numbers: [1, 3] }],
    [
      'of the same millisecond, by another event',
      columns([0, a | b], [0, b], [9, c]),
      { numbers: [1, 2, 3] },
    ],
    ['of the same millisecond, by no other event', columns([0, a | b], [9, c]), { numbers: [1, 3] }],
  ])('%s', (_, events, explained) => {
    expect(explainRun(rule, events)).toMatchObject({
      ...explained,
      reached: 3,
      reason: { code: 'completed' },
    })
  })

  test('does not count as the step that was reached, and is not the next one', () => {
    expect(explainRun(rule, columns([0, a], [10, b], [101, c]))).toMatchObject({
      reached: 1,
      run: [0, 1],
      numbers: [1, 2],
      reason: { code: 'too_late', place: 2, lateMs: 1 },
    })
  })
})
