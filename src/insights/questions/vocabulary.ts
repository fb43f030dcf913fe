import type { z } from 'zod'
import {
  FUNNEL_ATTRIBUTIONS,
  FUNNEL_ORDERS,
  FUNNEL_VISUALISATIONS,
  INTERVALS,
} from '#contract/question-names.ts'
import type { VocabularyBody } from '#contract/vocabulary.ts'
import { NEGATED, OPERATOR_ALIASES, OPERATOR_VALUES, OPERATORS, type Operator } from '#query/filter.ts'
import { OF_QUESTIONS } from '#query/parse-filters.ts'
import { DATE_FORMS, UNIT_NAMES } from '#values/date-text.ts'
import { SESSION_PROPERTIES } from '#values/session-properties.ts'
import { KINDS } from './find-kind.ts'

/** Everything that a program needs to build a question, from the constants that parsing uses. */
export const vocabulary = (): z.input<typeof VocabularyBody> => ({
  kinds: KINDS.flatMap(({ names, choices }) => {
    // A kind that filters cannot name is left out: a correlation is built around the question of its funnel.
    if (names.filter === null) return []
    return {
      kind: names.kind,
      insight: names.filter,
      node: names.node,
      maths: [...choices.maths],
      displays: [...choices.displays],
      intervals: [...choices.intervals],
      breakdown_types: [...choices.breakdownTypes],
      least_series: choices.leastSeries,
      most_series: choices.mostSeries,
    }
  }),
  funnels: {
    orders: [...FUNNEL_ORDERS],
    visualisations: [...FUNNEL_VISUALISATIONS],
    attributions: [...FUNNEL_ATTRIBUTIONS],
  },
  filter_types: [...OF_QUESTIONS.computed],
  operators: OPERATORS.map((name) => ({
    name,
    aliases: aliasesOf(name),
    negation: NEGATED[name] ?? null,
    value: OPERATOR_VALUES[name],
  })),
  session_properties: [...SESSION_PROPERTIES],
  group_operators: ['AND', 'OR'],
  intervals: [...INTERVALS],
  dates: {
    absolute: [...DATE_FORMS.absolute],
    relative: [...DATE_FORMS.relative],
    units: { ...UNIT_NAMES },
  },
})

const aliasesOf = (operator: Operator) =>
  Object.entries(OPERATOR_ALIASES).flatMap(([alias, name]) => (name === operator ? [alias] : []))
