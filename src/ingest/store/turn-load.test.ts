import { describe, expect, test } from 'vitest'
import type { CapturedEvent, PersonStatement } from '#ingest/captured-event.ts'
import { fitsTurn, loadOf, partsOf } from './turn-load.ts'

const SILENT: PersonStatement = { hasProfile: true, setOnce: null, set: null, unset: null, merge: null }
const MERGE = { ...SILENT, merge: { other: 'visitor', isForced: false } }
const monthMs = (month: number) => Date.UTC(1970, month, 15)

const event = (i: number, fields: Partial<CapturedEvent> = {}): CapturedEvent => ({
  ...{ uuid: String(i), name: 'visited', distinctId: 'ada', timestampMs: monthMs(600), atUs: 0 },
  ...{ isUuidSent: true, anchorMs: monthMs(600) },
  ...{ properties: '{}', shape: { properties: [] }, person: SILENT, groups: [], groupStatement: null },
  ...fields,
})
const events = (count: number, fieldsOf: (i: number) => Partial<CapturedEvent> = () => ({})) =>
  Array.from({ length: count }, (_, i) => event(i, fieldsOf(i)))

/** Checks that each part of several events fits into one flush, and that the parts have each event once. */
function expectParts(sent: readonly CapturedEvent[], count: number): void {
  const parts = partsOf(sent)
  expect(parts.every((part) => part.length === 1 || fitsTurn(loadOf(part)))).toBe(true)
  expect(new Set(parts.flat())).toEqual(new Set(sent))
  expect([parts.flat().length, parts.length]).toEqual([sent.length, count])
}

describe('a request', () => {
  test('that fits into a turn is one part', () => {
    const sent = events(2_000)
    expect(partsOf(sent)).toEqual([sent])
    expect(partsOf([])).toEqual([[]])
  })

  test('of 57 years takes a turn for every three months', () => {
    expectParts(
      events(1_524, (i) => ({ timestampMs: monthMs(i % 684) })),
      228,
    )
  })

  test('of 50,000 merges takes a turn for every 250', () => {
    expectParts(
      events(50_000, () => ({ person: MERGE })),
      200,
    )
  })

  test('of 50,000 events takes a turn for every 4,000', () => {
    expectParts(events(50_000), 13)
  })

  test('of events with large properties takes a turn for every 16 MiB', () => {
    const properties = `"${'x'.repeat(2 ** 20)}"`
    expectParts(
      events(40, () => ({ properties })),
      3,
    )
  })

  test('of a few months keeps its order', () => {
    const sent = events(9_000, (i) => ({ timestampMs: monthMs(600 + (i % 3)) }))
    expect(partsOf(sent).flat()).toEqual(sent)
  })

  test('before 1970 has months as well', () => {
    expectParts(
      events(16, (i) => ({ timestampMs: monthMs(-i) })),
      6,
    )
  })
})
