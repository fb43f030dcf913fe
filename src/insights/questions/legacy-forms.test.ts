import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InsightKind } from '#insights/kind/kind.ts'
import { parseValue } from '#shared/parse-value.ts'
import { FLAT_SAMPLES, SAVED_KINDS as KINDS } from '../../../test/fixtures/kind-samples.ts'

const fromFlat = (kind: InsightKind, flat: object) => kind.fromFlat(parseValue(kind.wire.flat, flat)).node

test.each(KINDS)(
  'every flat parameter of %s becomes a field of its node, and a parameter again',
  (name, kind) => {
    const sample = FLAT_SAMPLES[name]
    const node = fromFlat(kind, sample)
    expect(kind.wire.node.safeParse(node)).toMatchObject({ success: true })
    expect(kind.toFlat(node)).toEqual(sample)
  },
)

test.each(KINDS)(
  'the sample of %s has every parameter except second names, older forms and refused ones',
  (name, kind) => {
    const others = [
      ...['actions', 'shown_as', 'funnel_window_interval_type', 'funnel_window_days', 'path_type'],
    ]
    // A funnel has `display` as an older form of its visualisation.
    if (name === 'funnels') others.push('display')
    // A trend has `limit` as a second name of breakdown_limit.
    if (name === 'trends') others.push('limit')
    const missing = Object.keys(kind.wire.flat.shape).filter((key) => !(key in FLAT_SAMPLES[name]))
    expect(missing.filter((key) => !others.includes(key))).toEqual([])
  },
)

test.each(KINDS)('any selection of the parameters of %s is the same after both ways', (name, kind) => {
  const keys = Object.keys(FLAT_SAMPLES[name])
  fc.assert(
    fc.property(fc.subarray(keys), (chosen) => {
      const flat = Object.fromEntries(chosen.map((key) => [key, FLAT_SAMPLES[name][key]]))
      const node = fromFlat(kind, flat)
      const back = kind.toFlat(node)
      const none = 'events' in kind.wire.flat.shape ? { events: [] } : {}
      expect(back).toEqual({ ...none, ...flat, insight: kind.names.filter })
      expect(fromFlat(kind, back ?? {})).toEqual(node)
    }),
  )
})

test.each(KINDS)(
  'a node of %s with a group type or a table that flat parameters lack has no flat form',
  (_name, kind) => {
    const { node } = kind.names
    const series = [{ kind: 'EventsNode', event: 'visit' }]
    expect(kind.toFlat({ kind: node, series, aggregation_group_type_index: 0 })).toBeNull()
    expect(kind.toFlat({ kind: node, series: [{ kind: 'DataWarehouseNode', id: 1 }] })).toBeNull()
  },
)
