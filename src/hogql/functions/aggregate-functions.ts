import { bound, type Fragment, join, sql } from '#fragments/fragment.ts'
import type { HogqlNode } from '#hogql/expression.ts'
import { at, type FunctionDefinition, type FunctionTable, literalOf, plain } from './definition.ts'

const asNumber = (of: Fragment) => sql`toFloat64(${of})`

const ALWAYS = { nulls: 'always', isAggregate: true } as const
const NEVER = { nulls: 'never', isAggregate: true } as const

/**
 * Returns an argument with a type that allows nulls. If there are no rows, the engine returns null only for
 * such a type. For any other type it returns zero, the empty text or 1970.
 */
function nullable(args: readonly Fragment[], nodes: readonly HogqlNode[], index = 0): Fragment {
  const [arg, node] = [at(args, index), at(nodes, index)]
  const hasNulls = node.kind === 'property' || (node.kind === 'convert' && node.from !== 'boolean')
  return hasNulls ? arg : sql`toNullable(${arg})`
}

const one = (of: (a: Fragment) => Fragment, parameter: 'number' | 'ordered' = 'number'): FunctionDefinition =>
  plain([parameter], resultOf(parameter), (args, nodes) => of(nullable(args, nodes)), ALWAYS)
const oneIf = (
  of: (a: Fragment, condition: Fragment) => Fragment,
  parameter: 'number' | 'ordered' = 'number',
): FunctionDefinition =>
  plain(
    [parameter, 'boolean'],
    resultOf(parameter),
    (args, nodes) => of(nullable(args, nodes), at(args, 1)),
    ALWAYS,
  )
const resultOf = (parameter: 'number' | 'ordered') => (parameter === 'ordered' ? 'same' : 'number')

// The parameters of the engine's function must be plain numbers, not expressions.
const fraction = (level: number) => sql`${bound('Float64', level)}`

/**
 * Numbers over many events. Nulls are left out. The functions are exact, so the same events give the same
 * answer. Medians and quantiles are interpolated like the maths of trends.
 */
export const AGGREGATE_FUNCTIONS: FunctionTable = {
  count: {
    required: [],
    optional: ['same'],
    result: 'number',
    ...NEVER,
    sql: (args) => (args.length === 0 ? sql`count()` : sql`count(${at(args, 0)})`),
    shown: asNumber,
  },
  countIf: plain(['boolean'], 'number', (args) => sql`countIf(${at(args, 0)})`, {
    ...NEVER,
    shown: asNumber,
  }),
  sum: one((a) => sql`sum(${a})`),
  sumIf: oneIf((a, condition) => sql`sumIf(${a}, ${condition})`),
  avg: one((a) => sql`avg(${a})`),
  avgIf: oneIf((a, condition) => sql`avgIf(${a}, ${condition})`),
  min: one((a) => sql`min(${a})`, 'ordered'),
  minIf: oneIf((a, condition) => sql`minIf(${a}, ${condition})`, 'ordered'),
  max: one((a) => sql`max(${a})`, 'ordered'),
  maxIf: oneIf((a, condition) => sql`maxIf(${a}, ${condition})`, 'ordered'),
  median: one((a) => sql`quantileExactInclusive(0.5)(${a})`),
  // The level of the quantile is the first argument.
  quantile: plain(
    [{ literal: 'fraction' }, 'number'],
    'number',
    (args, nodes) =>
      sql`quantileExactInclusive(${fraction(Number(literalOf(nodes, 0)))})(${nullable(args, nodes, 1)})`,
    ALWAYS,
  ),
  medianIf: oneIf((a, condition) => sql`quantileExactInclusiveIf(0.5)(${a}, ${condition})`),
  quantileIf: plain(
    [{ literal: 'fraction' }, 'number', 'boolean'],
    'number',
    (args, nodes) =>
      sql`quantileExactInclusiveIf(${fraction(Number(literalOf(nodes, 0)))})(${nullable(args, nodes, 1)}, ${at(args, 2)})`,
    ALWAYS,
  ),
  uniq: {
    ...plain(['same'], 'number', (args) => sql`uniqExact(${join(args, sql`, `)})`),
    rest: 'value',
    ...NEVER,
    shown: asNumber,
  },
  uniqIf: plain(['same', 'boolean'], 'number', (args) => sql`uniqExactIf(${at(args, 0)}, ${at(args, 1)})`, {
    ...NEVER,
    shown: asNumber,
  }),
}
