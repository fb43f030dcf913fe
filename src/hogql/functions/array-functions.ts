import { type Fragment, join, numeral, sql, text } from '#fragments/fragment.ts'
import { HOGQL_LIMITS } from '#hogql/limits.ts'
import {
  at,
  type FunctionDefinition,
  type FunctionTable,
  literalOf,
  plain,
  textOf,
  wholeOf,
} from './definition.ts'

const TEXT = { literal: 'text' } as const
const PLACE = {
  literal: 'whole',
  least: -HOGQL_LIMITS.elements,
  most: HOGQL_LIMITS.elements,
  isPlace: true,
} as const
const LENGTH = { literal: 'whole', least: 0, most: HOGQL_LIMITS.elements } as const
const NEVER = { nulls: 'never' } as const
const ALWAYS = { nulls: 'always' } as const

const reshaped = (of: (array: Fragment) => Fragment): FunctionDefinition =>
  plain(['array'], 'array', (args) => of(at(args, 0)), NEVER)
const ofElements = (
  condition: 'boolean' | 'any',
  result: FunctionDefinition['result'],
  of: (lambda: Fragment, array: Fragment) => Fragment,
  more: Partial<FunctionDefinition> = NEVER,
): FunctionDefinition =>
  plain([{ lambda: condition }, 'array'], result, (args) => of(at(args, 0), at(args, 1)), more)

const pieces = (of: (separator: Fragment, text: Fragment, most: Fragment) => Fragment): FunctionDefinition =>
  plain(
    [TEXT, 'text'],
    'text[]',
    (args) => of(at(args, 0), sql`ifNull(${at(args, 1)}, '')`, numeral(HOGQL_LIMITS.elements)),
    NEVER,
  )

/**
 * Functions of arrays, which are never null. An array that is made from a text has at most
 * {@link HOGQL_LIMITS.elements} elements.
 */
export const ARRAY_FUNCTIONS: FunctionTable = {
  arrayElement: plain(
    ['array', PLACE],
    'element',
    (args, nodes) => sql`arrayElementOrNull(${at(args, 0)}, ${wholeOf(Number(literalOf(nodes, 1)))})`,
    ALWAYS,
  ),
  arrayJoin: plain(['array'], 'element', (args) => sql`arrayJoin(${at(args, 0)})`, {
    ...ALWAYS,
    makesRows: true,
  }),
  has: plain(['array', 'element'], 'boolean', (args) => sql`has(${at(args, 0)}, ${at(args, 1)})`),
  indexOf: plain(
    ['array', 'element'],
    'number',
    (args) => sql`toFloat64(indexOf(${at(args, 0)}, ${at(args, 1)}))`,
  ),
  splitByString: pieces((separator, of, most) => sql`splitByString(${separator}, ${of}, ${most})`),
  splitByChar: pieces((separator, of, most) => sql`splitByString(${separator}, ${of}, ${most})`),
  arrayDistinct: reshaped((array) => sql`arrayDistinct(${array})`),
  arraySort: reshaped((array) => sql`arraySort(${array})`),
  arrayReverseSort: reshaped((array) => sql`arrayReverseSort(${array})`),
  arrayReverse: reshaped((array) => sql`arrayReverse(${array})`),
  arraySlice: {
    required: ['array', PLACE],
    optional: [LENGTH],
    result: 'array',
    nulls: 'never',
    sql: (args, nodes) =>
      sql`arraySlice(${join(
        [at(args, 0), ...args.slice(1).map((_, i) => wholeOf(Number(literalOf(nodes, i + 1))))],
        sql`, `,
      )})`,
  },
  arrayStringConcat: {
    required: ['text[]'],
    optional: [TEXT],
    result: 'text',
    nulls: 'never',
    growth: (nodes, [growth = 0]) => growth * (1 + (nodes.length > 1 ? textOf(nodes, 1).length : 0)),
    sql: (args, nodes) =>
      sql`arrayStringConcat(${at(args, 0)}, ${text(nodes.length > 1 ? textOf(nodes, 1) : '')})`,
  },
  arrayMin: plain(['number[]'], 'number', (args) => sql`arrayMin(${known(at(args, 0))})`, NEVER),
  arrayMax: plain(['number[]'], 'number', (args) => sql`arrayMax(${known(at(args, 0))})`, NEVER),
  arraySum: plain(['number[]'], 'number', (args) => sql`arraySum(${known(at(args, 0))})`, NEVER),
  arrayAvg: plain(['number[]'], 'number', (args) => sql`arrayAvg(${known(at(args, 0))})`, NEVER),
  arrayMap: ofElements('any', 'mapped', (lambda, array) => sql`arrayMap(${lambda}, ${array})`, {
    ...NEVER,
    growth: (_, [body = 0, array = 0]) => Math.max(1, body) * array,
  }),
  arrayFilter: ofElements('boolean', 'array', (lambda, array) => sql`arrayFilter(${lambda}, ${array})`),
  arrayExists: ofElements('boolean', 'boolean', (lambda, array) => sql`arrayExists(${lambda}, ${array})`),
  arrayAll: ofElements('boolean', 'boolean', (lambda, array) => sql`arrayAll(${lambda}, ${array})`),
  arrayCount: ofElements(
    'boolean',
    'number',
    (lambda, array) => sql`toFloat64(arrayCount(${lambda}, ${array}))`,
  ),
  arrayFirst: ofElements(
    'boolean',
    'element',
    (lambda, array) => sql`arrayFirstOrNull(${lambda}, ${array})`,
    ALWAYS,
  ),
}

/** Returns the numbers of an array without its nulls. The engine does not add up nulls. */
const known = (numbers: Fragment) =>
  sql`arrayMap(v -> assumeNotNull(v), arrayFilter(v -> isNotNull(v), ${numbers}))`
