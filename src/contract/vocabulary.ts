import { z } from 'zod'

const Names = z.array(z.string())

const KindVocabulary = z.object({
  kind: z.string(),
  insight: z.string().describe('The `insight` of saved `filters`.'),
  node: z.string().describe('The `kind` of its query node.'),
  maths: Names.describe('The first is the default.'),
  displays: Names.describe('The first is the default. Empty for a kind without a display.'),
  intervals: Names.describe('Empty for a kind without an interval.'),
  breakdown_types: Names.describe('Empty for a kind without breakdowns.'),
  least_series: z.int(),
  most_series: z.int(),
})

const OperatorVocabulary = z.object({
  name: z.string(),
  aliases: Names.describe('Other names that mean the same.'),
  negation: z
    .string()
    .nullable()
    .describe('The operator that takes its place in a filter with `negation: true`.'),
  value: z
    .enum(['none', 'texts', 'patterns', 'numbers', 'bounds', 'date', 'version', 'version_wildcard'])
    .describe(
      'What its value is. none: it has no value. texts, patterns, numbers: one text, regular expression or number, or a list of which any may match. bounds: two numbers, the lower one first. date: one date. version: one version, such as 1.2.3. version_wildcard: one version with an asterisk, such as 1.2.*.',
    ),
})

export const VocabularyBody = z
  .object({
    kinds: z.array(KindVocabulary),
    funnels: z
      .object({ orders: Names, visualisations: Names, attributions: Names })
      .describe(
        'The `funnel_order_type`, `funnel_viz_type` and `breakdown_attribution_type` of a funnel. The first of each is the default.',
      ),
    filter_types: Names.describe(
      'The `type` of a filter. `group` needs a `group_type_index`. The first is the default.',
    ),
    operators: z
      .array(OperatorVocabulary)
      .describe('The operators of filters of every type. The first is the default.'),
    session_properties: Names.describe('The `key` of a filter of type session.'),
    group_operators: Names.describe('The `type` of a group of filters.'),
    intervals: Names,
    dates: z.object({
      absolute: Names.describe('Forms of a date. Without an offset it is in the time zone of the project.'),
      relative: Names.describe('Forms of a relative date, such as `-7d` and `-1mStart`.'),
      units: z.record(z.string(), z.string()).describe('The unit of relative dates that each letter means.'),
    }),
  })
  .meta({ id: 'QuestionVocabulary' })
