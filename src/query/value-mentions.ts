import { storableName } from '#shared/storable-name.ts'
import { type Breakdown, cohortsOf, type EventValue } from './breakdown.ts'
import type { InsightQuery } from './insight-query.ts'
import type { Mention } from './mentions.ts'
import { attrOf, type Path, type Places } from './places.ts'
import { cohortsOfStatement } from './values-read.ts'

/** The properties, group types and cohorts that the breakdown and the maths of a question name. */
export const valueMentions = (
  { breakdown, series }: Pick<InsightQuery, 'breakdown' | 'series'>,
  at: Places,
): Mention[] => [
  ...series.flatMap(({ mathProperty }, i) =>
    mathProperty === undefined ? [] : inValue(mathProperty, at('series', i, 'math_property')),
  ),
  ...(breakdown === null ? [] : inBreakdown(breakdown, at('breakdownFilter', 'breakdown'))),
]

/** The cohorts that a statement names. */
export const statementMentions = ({ statement }: Pick<InsightQuery, 'statement'>, path: Path): Mention[] =>
  cohortsOfStatement({ statement }).map((id) => ({ of: 'cohort', id, attr: attrOf(path) }))

const inBreakdown = (breakdown: Breakdown, path: Path): Mention[] => [
  ...(breakdown.kind === 'properties' ? breakdown.by.flatMap(({ value }) => inValue(value, path)) : []),
  ...cohortsOf(breakdown).flatMap((cohort): Mention[] =>
    cohort === 'all' ? [] : [{ of: 'cohort', id: cohort, attr: attrOf(path) }],
  ),
]

/** Sessions have known properties, and an expression may name a property that no event has yet. */
function inValue(value: EventValue, path: Path): Mention[] {
  if (value.on === 'hogql' || value.on === 'session') return []
  const attr = attrOf(path)
  const name = storableName(value.key)
  if (typeof value.on === 'string')
    return [{ of: 'property', property: { type: value.on, groupTypeIndex: -1, name }, attr }]
  const { group } = value.on
  return [
    { of: 'group type', index: group, attr },
    { of: 'property', property: { type: 'group', groupTypeIndex: group, name }, attr },
  ]
}
