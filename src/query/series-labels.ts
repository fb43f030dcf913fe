import { COUNT_WORDS, PER_ACTOR, STATISTIC_WORDS } from '#contract/math-words.ts'
import { OPERATOR_WORDS } from '#contract/operator-words.ts'
import type { Filter, FilterGroup } from './filter.ts'
import type { Series } from './series.ts'
import { toldApart } from './told-apart.ts'

/** Maximum number of characters that the filters of a series take in its label. */
const MOST_CHARACTERS = 100

/**
 * Returns the label of each series, which is its name. If several series have the same name, their labels
 * are made different: `v`, `v (unique persons)` and `v (unique persons, plan is pro)`. The rules are in
 * docs/semantics/trends.md, "Labels".
 */
export const seriesLabels = (series: readonly Series[]): string[] =>
  toldApart(
    series.map((one) => ({
      name: one.name,
      qualifiers: [mathWords(one), cut(groupWords(one.properties))].filter((words) => words !== ''),
    })),
  )

/** Describes the math of a series in words; empty for the number of its events. */
function mathWords({ math, mathProperty, mathHogql, mathGroupTypeIndex }: Series): string {
  if (math === 'total') return ''
  if (mathGroupTypeIndex !== undefined) return `unique groups of type ${mathGroupTypeIndex}`
  if (mathHogql !== undefined) return cut(mathHogql.text)
  if (mathProperty !== undefined) {
    const { key, multiplier } = mathProperty
    return `${STATISTIC_WORDS[math] ?? math} of ${key}${multiplier === undefined ? '' : ` × ${multiplier}`}`
  }
  const ofActor = math.endsWith(PER_ACTOR) ? math.slice(0, -PER_ACTOR.length) : null
  if (ofActor !== null) return `${STATISTIC_WORDS[ofActor] ?? ofActor} events a person`
  return COUNT_WORDS[math] ?? math
}

function groupWords({ combine, members }: FilterGroup): string {
  const words = members
    .map((member) => (member.kind === 'group' ? groupWords(member) : filterWords(member)))
    .filter((one) => one !== '')
  const joined = words.join(combine === 'and' ? ' and ' : ' or ')
  return words.length > 1 && combine === 'or' ? `(${joined})` : joined
}

function filterWords(filter: Filter): string {
  if (filter.on === 'hogql') return filter.expression.text
  if (filter.on === 'cohort') return `${filter.isMember ? 'in' : 'not in'} cohort ${filter.cohortId}`
  const { key, operator, values } = filter
  const isRange = operator === 'between' || operator === 'not_between'
  return [key, OPERATOR_WORDS[operator] ?? operator, values.join(isRange ? ' and ' : ', ')]
    .filter((one) => one !== '')
    .join(' ')
}

const cut = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS).replace(HALF_CHARACTER, '')}…`

const HALF_CHARACTER = /[\uD800-\uDBFF]$/
