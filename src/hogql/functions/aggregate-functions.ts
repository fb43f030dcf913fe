import { bound, type Fragment, sql } from '#sql/fragment.ts'
import { at, type FunctionDefinition, type FunctionTable, literalOf, plain } from './definition.ts'

const asNumber = (of: Fragment) => sql`toFloat64(${of})`

const ALWAYS = { nulls: 'always', isAggregate: true } as const
const NEVER = { nulls: 'never', isAggregate: true } as const

const one = (of: (a: Fragment) => Fragment): FunctionDefinition =>
  plain(['number'], 'number', (args) => of(at(args, 0)), ALWAYS)
const oneIf = (of: (a: Fragment, condition: Fragment) => Fragment): FunctionDefinition =>
  plain(['number', 'boolean'], 'number', (args) => of(at(args, 0), at(args, 1)), ALWAYS)

// A parameter of the engine's function has to be a plain number.
const fraction = (level: number) => sql`${bound('Float64', level)}`

/** Numbers over many events. Nulls are left out. Exact, so that the same events give the same answer. */
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
  min: plain(['ordered'], 'same', (args) => sql`min(${at(args, 0)})`, ALWAYS),
  minIf: plain(['ordered', 'boolean'], 'same', (args) => sql`minIf(${at(args, 0)}, ${at(args, 1)})`, ALWAYS),
  max: plain(['ordered'], 'same', (args) => sql`max(${at(args, 0)})`, ALWAYS),
  maxIf: plain(['ordered', 'boolean'], 'same', (args) => sql`maxIf(${at(args, 0)}, ${at(args, 1)})`, ALWAYS),
  median: one((a) => sql`quantileExact(0.5)(${a})`),
  // Its level comes first among the arguments.
  quantile: plain(
    [{ literal: 'fraction' }, 'number'],
    'number',
    (args, nodes) => sql`quantileExact(${fraction(Number(literalOf(nodes, 0)))})(${at(args, 1)})`,
    ALWAYS,
  ),
  uniq: plain(['same'], 'number', (args) => sql`uniqExact(${at(args, 0)})`, { ...NEVER, shown: asNumber }),
  uniqIf: plain(['same', 'boolean'], 'number', (args) => sql`uniqExactIf(${at(args, 0)}, ${at(args, 1)})`, {
    ...NEVER,
    shown: asNumber,
  }),
}
