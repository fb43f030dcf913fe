import { expect, test } from 'vitest'
import { FLAT_SAMPLES, SAVED_KINDS as KINDS } from '../../test/fixtures/kind-samples.ts'
import { parseNode, parseSaved } from './registry.ts'

const keysOf = (warnings: readonly { readonly code: string; readonly attr: string | null }[]) =>
  warnings.filter(({ code }) => code === 'unknown_field').map(({ attr }) => attr)

test.each(KINDS)('every parameter of %s has a known place', (name, { choices }) => {
  // A question of these keys that this version computes.
  const asked = { events: [{ id: 'a' }, { id: 'b' }].slice(0, choices.mostSeries) }
  const empty = Object.fromEntries(Object.keys(FLAT_SAMPLES[name]).map((key) => [key, null]))
  const filters = { ...empty, ...asked, insight: FLAT_SAMPLES[name].insight }
  expect(keysOf(parseSaved({ query: null, filters }).warnings)).toEqual([])
})

test.each(KINDS.map(([, kind]) => [kind.names.node, kind] as const))(
  'the sections of %s are checked',
  (_node, kind) => {
    const query = {
      kind: kind.names.node,
      series: [
        { kind: 'EventsNode', event: 'a' },
        { kind: 'EventsNode', event: 'b', typo: 1 },
      ].slice(2 - Math.min(kind.choices.mostSeries, 2)),
      dateRange: { typo: 1 },
      typo: null,
    }
    const { warnings } = parseSaved({ query, filters: {} })
    expect(keysOf(warnings)).toEqual([
      ...(query.series.length === 0 ? [] : [`query__series__${query.series.length - 1}__typo`]),
      'query__dateRange__typo',
      'query__typo',
    ])
    expect(() => parseNode(query)).toThrow('has no field "typo"')
  },
)

test('a saved question with any number of unknown keys has 100 warnings', () => {
  const typos = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`typo ${i}`, i]))
  const { warnings } = parseSaved({ query: null, filters: { events: [{ id: 'a' }], ...typos } })
  expect(warnings).toHaveLength(100)
})
