import { expect, test } from 'vitest'
import type { InsightKind } from '#insights/kind/kind.ts'
import { FLAT_SAMPLES, SAVED_KINDS as KINDS } from '../../../test/fixtures/kind-samples.ts'
import { parseNode, parseSaved } from './parse-question.ts'

const keysOf = (warnings: readonly { readonly code: string; readonly attr: string | null }[]) =>
  warnings.filter(({ code }) => code === 'unknown_field').map(({ attr }) => attr)

test.each(KINDS)('every parameter of %s has a known place', (name, { choices }) => {
  // This version computes a question with these keys.
  const events = [{ id: 'a' }, { id: 'b' }].slice(0, choices.mostSeries)
  const asked = events.length === 0 ? {} : { events }
  const empty = Object.fromEntries(Object.keys(FLAT_SAMPLES[name]).map((key) => [key, null]))
  const filters = { ...empty, ...asked, insight: FLAT_SAMPLES[name].insight }
  expect(keysOf(parseSaved({ query: null, filters }).warnings)).toEqual([])
})

/** Two events, the last of which has an unknown field. A lifecycle has only one event, paths have none. */
const eventsOf = ({ names, choices }: InsightKind) =>
  names.kind === 'retention'
    ? {
        retentionFilter: {
          targetEntity: { id: 'a', kind: 'EventsNode' },
          returningEntity: { id: 5, typo: 1 },
        },
      }
    : {
        series: [
          { kind: 'EventsNode', event: 'a' },
          { kind: 'EventsNode', event: 'b', typo: 1 },
        ].slice(2 - Math.min(choices.mostSeries, 2)),
      }
const typosOf = ({ names, choices: { mostSeries } }: InsightKind): string[] => {
  if (names.kind === 'retention') return ['query__retentionFilter__returningEntity__typo']
  return mostSeries === 0 ? [] : [`query__series__${Math.min(mostSeries, 2) - 1}__typo`]
}

test.each(KINDS.map(([, kind]) => [kind.names.node, kind] as const))(
  'the sections of %s are checked',
  (_node, kind) => {
    const query = {
      kind: kind.names.node,
      ...eventsOf(kind),
      dateRange: { typo: 1 },
      typo: null,
    }
    const { warnings } = parseSaved({ query, filters: {} })
    expect(keysOf(warnings)).toEqual([...typosOf(kind), 'query__dateRange__typo', 'query__typo'])
    expect(() => parseNode(query)).toThrow('has no field "typo"')
  },
)

test('a saved question with any number of unknown keys has 100 warnings', () => {
  const typos = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`typo ${i}`, i]))
  const { warnings } = parseSaved({ query: null, filters: { events: [{ id: 'a' }], ...typos } })
  expect(warnings).toHaveLength(100)
})
