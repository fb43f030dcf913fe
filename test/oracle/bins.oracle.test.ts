import fc from 'fast-check'
import { expect, test } from 'vitest'
import { binnedValues } from '../../src/insights/kind/binned-values.ts'
import { bound, sql } from '../../src/sql/fragment.ts'
import { useApp } from '../fixtures/use-app.ts'
import { binsOver } from './breakdown-value-definition.ts'
import { runs } from './runs.ts'

const server = useApp()

const number = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
  fc.integer({ min: -17, max: 17 }).map((n) => n * 1e307),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -1e-318, max: 1e-318, noNaN: true }),
  fc.constantFrom(0, -0, 1e300, -1e300, 1.7e18, Number.MAX_VALUE, -Number.MAX_VALUE),
)

/** Returns the bins that the engine makes from numbers, as text. */
async function found(numbers: readonly number[], bins: number, bounds: readonly number[]): Promise<string[]> {
  const [least = 0, greatest = 0] = bounds
  const value = { on: 'event', key: 'n' } as const
  const by = [{ value, normalizesUrl: false, bins }]
  const [bin = sql`''`] = binnedValues(
    { kind: 'properties', by, isList: false, limit: null, hidesOther: false },
    [sql`value`],
    () => sql`(${bound('Float64', least)}, ${bound('Float64', greatest)})`,
  )
  const query = sql`SELECT ${bin} AS bin FROM (
  SELECT arrayJoin(arrayZip(range(${bound('UInt32', numbers.length)}), ${bound('Array(String)', numbers.map(String))})) AS pair,
    pair.1 AS place, pair.2 AS value
) ORDER BY place`
  const rows = await server.app.engine.rows(query, { name: 'test', projectId: 1 })
  return rows.map((row) => (row as { bin: string }).bin)
}

/** Doubles below 2.2e-308 that are an odd multiple of the smallest one, which halving rounds. */
const ODD_SUBNORMALS: [number[], number][] = [
  [[7.4e-323], 1],
  [[7.4e-323], 3],
  [[7.4e-323, 1e-322, 2e-322], 2],
]

const endsIn = (text: string) => text.slice(1, -1).split(',').map(Number)

/**
 * Whether `text` is `edge` with 2 decimals. The engine multiplies by 100, which can move the last bit of a
 * double.
 */
const isRounded = (text: number, edge = Number.NaN) =>
  Math.abs(text - edge) <= 0.0051 + Math.abs(edge) * Number.EPSILON

test('a number of any size is in the bin with low <= number < high', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(number, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 100 }),
      async (numbers, count) => {
        const bins = binsOver(numbers, count)
        const texts = await found(numbers, count, [Math.min(...numbers), Math.max(...numbers)])
        for (const [i, text] of texts.entries()) {
          const [low = Number.NaN, high = Number.NaN] = endsIn(text)
          const bin = bins.find(({ has }) => has(numbers[i] ?? Number.NaN))
          expect(isRounded(low, bin?.low), `${text} begins at ${bin?.low}`).toBe(true)
          expect(isRounded(high, bin?.high), `${text} ends at ${bin?.high}`).toBe(true)
        }
      },
    ),
    { numRuns: runs({ short: 100, long: 5_000 }), examples: ODD_SUBNORMALS },
  )
})
