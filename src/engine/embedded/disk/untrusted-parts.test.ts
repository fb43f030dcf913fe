import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMadeFrom, parsePartName } from './part-name.ts'
import { partsToSetAside, type StoredPart } from './untrusted-parts.ts'

function part(text: string, rows: number | null = 10): StoredPart {
  const name = parsePartName(text)
  if (name === null) throw new Error(`${text} is no name of a part`)
  return { name, rows }
}
const setAside = (parts: readonly StoredPart[], trusted: readonly string[]) =>
  partsToSetAside(parts, ({ name }) => trusted.includes(name.text))
    .map(({ name }) => name.text)
    .sort()

describe('a derived part gives way to its sources', () => {
  test.each([
    ['a merge', [part('1_1_2_1', 20), part('1_1_1_0'), part('1_2_2_0')], ['1_1_2_1']],
    ['a deletion, which has fewer rows', [part('1_1_1_0_5', 3), part('1_1_1_0')], ['1_1_1_0_5']],
    [
      'a merge of a merge',
      [part('1_1_3_2', 30), part('1_1_2_1', 20), part('1_1_1_0'), part('1_2_2_0'), part('1_3_3_0')],
      ['1_1_2_1', '1_1_3_2'],
    ],
    ['one whose count of rows cannot be read', [part('1_1_2_1', null), part('1_1_1_0')], ['1_1_2_1']],
    [
      'a merge between gaps: other months have inserts as well',
      [part('1_1_9_1', 20), part('1_1_1_0'), part('1_9_9_0')],
      ['1_1_9_1'],
    ],
  ])('%s', (_, parts, expected) => {
    expect(setAside(parts, [])).toEqual(expected)
  })
})

describe('a part stays', () => {
  test.each([
    ['that is trusted', [part('1_1_2_1', 20), part('1_1_1_0'), part('1_2_2_0')], ['1_1_2_1']],
    ['that an insert wrote', [part('1_1_1_0'), part('1_2_2_0')], []],
    ['whose sources are gone', [part('1_1_2_1', 20)], []],
    ['of whose sources one is gone', [part('1_1_2_1', 20), part('1_1_1_0')], []],
    ['whose sources cannot say how many rows they have', [part('1_1_2_1', 20), part('1_1_1_0', null)], []],
    ['of another month', [part('1_1_2_1', 20), part('2_1_1_0'), part('2_2_2_0')], []],
  ])('%s', (_, parts, trusted) => {
    expect(setAside(parts, trusted)).toEqual([])
  })
})

/**
 * Generates steps that merge or mutate inserts of one row each. A step removes its sources, or leaves them
 * for a while.
 */
const history = fc.array(
  fc.record({
    first: fc.nat(20),
    count: fc.integer({ min: 1, max: 5 }),
    hasSources: fc.boolean(),
    isTrusted: fc.boolean(),
  }),
  { maxLength: 12 },
)

type Step = {
  readonly first: number
  readonly count: number
  readonly hasSources: boolean
  readonly isTrusted: boolean
}

/**
 * Applies the steps to 20 inserts of one row each. Returns the resulting parts and which of them are
 * trusted.
 */
function storedAfter(steps: readonly Step[]) {
  let active = Array.from({ length: 20 }, (_, i) => part(`1_${i}_${i}_0`, 1))
  let stored = active
  const trusted = new Set(active)
  for (const { first, count, hasSources, isTrusted } of steps) {
    const sources = active.slice(first % active.length).slice(0, count)
    const made = madeOf(sources)
    if (isTrusted) trusted.add(made)
    active = [...active.filter((one) => !sources.includes(one)), made].sort(
      (a, b) => a.name.firstBlock - b.name.firstBlock,
    )
    stored = [...stored.filter((one) => hasSources || !sources.includes(one)), made]
  }
  return { stored, trusted }
}

/** Merges several parts, or mutates a single one. Mutations and inserts share one sequence of numbers. */
function madeOf(sources: readonly StoredPart[]): StoredPart {
  const most = (of: (source: StoredPart) => number) => Math.max(...sources.map(of))
  const isMerge = sources.length > 1
  const level = most(({ name }) => name.level) + (isMerge ? 1 : 0)
  const mutation = most(({ name }) => name.mutation) + (isMerge ? 0 : 30)
  const range = `${-most(({ name }) => -name.firstBlock)}_${most(({ name }) => name.lastBlock)}`
  const rows = sources.reduce((sum, one) => sum + (one.rows ?? 0), 0)
  return part(`1_${range}_${level}${mutation === 0 ? '' : `_${mutation}`}`, rows)
}

test('whatever was merged and mutated, every row is in one part in use afterwards', () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { stored, trusted } = storedAfter(steps)
      const gone = new Set(partsToSetAside(stored, (one) => trusted.has(one)))
      const left = stored.filter((one) => !gone.has(one))
      const inUse = left.filter((one) => !left.some((other) => isMadeFrom(other.name, one.name)))
      expect(inUse.reduce((sum, { rows }) => sum + (rows ?? 0), 0)).toBe(20)
    }),
    { numRuns: 500 },
  )
})
