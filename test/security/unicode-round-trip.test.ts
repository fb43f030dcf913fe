import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

interface Sent {
  readonly name: string
  readonly key: string
  readonly value: string
}

// Any code point or half of a surrogate pair, and more often characters with a meaning in SQL, JSON, LIKE or
// a JSON path.
const Pieces = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "'",
      '"',
      '`',
      '\\',
      '{',
      '}',
      '.',
      '%',
      '_',
      '$',
      '^',
      ':',
      '(',
      '\n',
      '--',
      '%2E',
      ' ',
    ),
  },
)
const textOf = (minLength: number) =>
  fc.array(Pieces, { minLength, maxLength: 12 }).map((pieces) => pieces.join(''))
// Names with NUL are tested in injection.test.ts.
const Name = textOf(0).map((text) => text.replaceAll('\0', ''))
const Batch = fc.array(fc.record({ name: Name, key: textOf(1), value: textOf(0) }), {
  minLength: 52,
  maxLength: 156,
})

/** Returns the counts of all these series. Each question asks 26 of the series. */
async function countsOf(series: readonly object[]): Promise<number[]> {
  const counts: number[] = []
  for (let i = 0; i < series.length; i += 26) {
    const events = series.slice(i, i + 26).map((one, order) => ({ ...one, order }))
    const { status, body } = await server.request('POST', '/api/projects/1/insights/trend/', { events })
    expect(status).toBe(200)
    counts.push(...body.result.map((item: { count: number }) => item.count))
  }
  return counts
}

let run = 0
async function isFound(sent: readonly Sent[]): Promise<void> {
  run++
  // Names are numbered, so that two events never have the same name.
  const events = sent.map((one, i) => ({ ...one, name: `${run}:${i} ${one.name}` }))
  await server.capture(
    events.map(({ name, key, value }) => ({
      event: name,
      distinct_id: 'ada',
      properties: Object.fromEntries([[key, value]]),
    })),
  )
  const once = events.map(() => 1)
  const filtered = (operator: string) =>
    events.map(({ name, key, value }) => ({ id: name, properties: [{ key, value, operator }] }))
  expect(await countsOf(events.map(({ name }) => ({ id: name })))).toEqual(once)
  expect(await countsOf(filtered('exact'))).toEqual(once)
  expect(await countsOf(filtered('is_not'))).toEqual(events.map(() => 0))
}

test('events and properties of any name and value are counted once', async () => {
  await fc.assert(fc.asyncProperty(Batch, isFound), { numRuns: 8, seed: 20_261_120, endOnFailure: true })
})
