import { withOneSigmaIn } from '#fragments/any-case.ts'
import { type Fragment, join, sql, text } from '#fragments/fragment.ts'
import { matchesLike, matchesRegex, withRegex } from '#fragments/pattern.ts'
import { isOfArray } from '#hogql/expression.ts'
import { HOGQL_LIMITS } from '#hogql/limits.ts'
import { hasSigma } from '#shared/any-case.ts'
import {
  at,
  type FunctionDefinition,
  type FunctionTable,
  literalOf,
  plain,
  textOf,
  wholeOf,
} from './definition.ts'

const one = (of: (a: Fragment) => Fragment): FunctionDefinition =>
  plain(['text'], 'text', (args) => of(at(args, 0)))
const test = (of: (a: Fragment, b: Fragment) => Fragment): FunctionDefinition =>
  plain(['text', 'text'], 'boolean', (args) => of(at(args, 0), at(args, 1)))
const place = (of: (a: Fragment, b: Fragment) => Fragment): FunctionDefinition =>
  plain(['text', 'text'], 'number', (args) => sql`toFloat64(${of(at(args, 0), at(args, 1))})`)

const TEXT = { literal: 'text' } as const
const REGEX = { literal: 'regex' } as const
const LENGTH = { literal: 'whole', least: 0, most: HOGQL_LIMITS.wholeNumber } as const
/** A position counts from 1, or from the end. */
const PLACE = {
  literal: 'whole',
  least: -HOGQL_LIMITS.wholeNumber,
  most: HOGQL_LIMITS.wholeNumber,
  isPlace: true,
} as const

const like = (isAnyCase: boolean, isPositive: boolean): FunctionDefinition =>
  plain(
    ['text', { literal: 'pattern' }],
    'boolean',
    (args, nodes) => {
      const matches = matchesLike(at(args, 0), textOf(nodes, 1), isAnyCase)
      return isPositive ? matches : sql`(NOT ${matches})`
    },
    { whenNull: !isPositive },
  )

const regex = (flags: string, isPositive: boolean): FunctionDefinition =>
  plain(
    ['text', REGEX],
    'boolean',
    (args, nodes) => {
      const matches = matchesRegex(at(args, 0), flags + textOf(nodes, 1))
      return isPositive ? matches : sql`(NOT ${matches})`
    },
    { whenNull: !isPositive },
  )

/** Defines a function that replaces parts of a text. */
const replacement = (of: (a: Fragment, from: Fragment, to: Fragment) => Fragment): FunctionDefinition =>
  plain(['text', TEXT, TEXT], 'text', (args) => of(at(args, 0), at(args, 1), at(args, 2)), {
    growth: (nodes, [growth = 0]) =>
      growth * Math.max(1, textOf(nodes, 2).length / Math.max(1, textOf(nodes, 1).length)),
  })

// Returns what is wrong with a replacement, or null. The engine fails, for example, for `\2` if the regular
// expression has only one group.
function missingGroup(pattern: string, replacement: string): string | null {
  const groups = countGroups(pattern)
  const missing = [...replacement.matchAll(/\\(\\|\d)/g)].find(([, digit]) => Number(digit) > groups)
  return missing === undefined
    ? null
    : `replaces with ${missing[0]}, but the regular expression has ${groups} groups`
}

// Counts the groups of a regular expression. The count is 0 if a quotation (`\Q`) may hide its brackets.
const countGroups = (pattern: string) =>
  pattern.includes('\\Q')
    ? 0
    : (pattern.replace(/\\[\s\S]|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]/g, '').match(/\((?!\?(?!P?<))/g)
        ?.length ?? 0)

const regexReplacement = (of: (a: Fragment, from: Fragment, to: Fragment) => Fragment): FunctionDefinition =>
  plain(
    ['text', REGEX, TEXT],
    'text',
    (args, nodes) =>
      withRegex(at(args, 0), textOf(nodes, 1), (beginning, pattern) => of(beginning, pattern, at(args, 2))),
    {
      growth: (nodes, [growth = 0]) => growth * (1 + textOf(nodes, 2).length),
      problem: (nodes) => missingGroup(textOf(nodes, 1), textOf(nodes, 2)),
    },
  )

const size = (ofText: (a: Fragment) => Fragment, ofArray: (a: Fragment) => Fragment) =>
  ((args, nodes) => {
    const [node] = nodes
    return node !== undefined && isOfArray(node) ? ofArray(at(args, 0)) : ofText(at(args, 0))
  }) satisfies FunctionDefinition['sql']

/** Functions of texts. A character is a code point of Unicode. */
export const TEXT_FUNCTIONS: FunctionTable = {
  toString: one((a) => a),
  lower: one((a) => sql`lowerUTF8(${a})`),
  upper: one((a) => sql`upperUTF8(${a})`),
  reverse: one((a) => sql`reverseUTF8(${a})`),
  trim: one((a) => sql`trimBoth(${a})`),
  trimLeft: one((a) => sql`trimLeft(${a})`),
  trimRight: one((a) => sql`trimRight(${a})`),
  concat: {
    required: ['text'],
    rest: 'text',
    result: 'text',
    nulls: 'never',
    growth: (_, growths) => growths.reduce((sum, growth) => sum + growth, 0),
    sql: (args) =>
      sql`concat(${join(
        args.map((arg) => sql`ifNull(${arg}, '')`),
        sql`, `,
      )}, '')`,
  },
  length: plain(
    ['text or array'],
    'number',
    size(
      (a) => sql`toFloat64(lengthUTF8(${a}))`,
      (a) => sql`toFloat64(length(${a}))`,
    ),
  ),
  empty: plain(
    ['text or array'],
    'boolean',
    size(
      (a) => sql`empty(${a})`,
      (a) => sql`empty(${a})`,
    ),
    { whenNull: true },
  ),
  notEmpty: plain(
    ['text or array'],
    'boolean',
    size(
      (a) => sql`notEmpty(${a})`,
      (a) => sql`notEmpty(${a})`,
    ),
  ),
  substring: {
    required: ['text', PLACE],
    optional: [LENGTH],
    result: 'text',
    sql: (args, nodes) =>
      sql`substringUTF8(${at(args, 0)}, ${wholeOf(Number(literalOf(nodes, 1)))}, ${wholeOf(
        nodes.length > 2 ? Number(literalOf(nodes, 2)) : 2 ** 31 - 1,
      )})`,
  },
  left: plain(
    ['text', LENGTH],
    'text',
    (args, nodes) => sql`leftUTF8(${at(args, 0)}, ${wholeOf(Number(literalOf(nodes, 1)))})`,
  ),
  right: plain(
    ['text', LENGTH],
    'text',
    (args, nodes) => sql`rightUTF8(${at(args, 0)}, ${wholeOf(Number(literalOf(nodes, 1)))})`,
  ),
  startsWith: test((a, b) => sql`startsWith(${a}, ${b})`),
  endsWith: test((a, b) => sql`endsWith(${a}, ${b})`),
  position: place((a, b) => sql`positionUTF8(${a}, ${b})`),
  positionCaseInsensitive: plain(['text', 'text'], 'number', (args, nodes) => {
    const [searched, sought] = [at(args, 0), at(args, 1)]
    const node = at(nodes, 1)
    // Whether the text certainly has no sigma. A computed text can have any letter, so it is treated as if
    // it had one.
    const isPlain = node.kind === 'value' && !hasSigma(String(node.value))
    const [a, b] = isPlain ? [searched, sought] : [withOneSigmaIn(searched), withOneSigmaIn(sought)]
    return sql`toFloat64(positionCaseInsensitiveUTF8(${a}, ${b}))`
  }),
  like: like(false, true),
  ilike: like(true, true),
  notLike: like(false, false),
  notILike: like(true, false),
  match: regex('', true),
  notMatch: regex('', false),
  matchAnyCase: regex('(?i)', true),
  notMatchAnyCase: regex('(?i)', false),
  extract: plain(['text', REGEX], 'text', (args, nodes) =>
    withRegex(at(args, 0), textOf(nodes, 1), (beginning, pattern) => sql`extract(${beginning}, ${pattern})`),
  ),
  replaceOne: replacement((a, from, to) => sql`replaceOne(${a}, ${from}, ${to})`),
  replaceAll: replacement((a, from, to) => sql`replaceAll(${a}, ${from}, ${to})`),
  replaceRegexpOne: regexReplacement((a, from, to) => sql`replaceRegexpOne(${a}, ${from}, ${to})`),
  replaceRegexpAll: regexReplacement((a, from, to) => sql`replaceRegexpAll(${a}, ${from}, ${to})`),
  domain: one((a) => sql`domain(${a})`),
  domainWithoutWWW: one((a) => sql`domainWithoutWWW(${a})`),
  protocol: one((a) => sql`protocol(${a})`),
  path: one((a) => sql`path(${a})`),
  cutQueryString: one((a) => sql`cutQueryString(${a})`),
  decodeURLComponent: one((a) => sql`decodeURLComponent(${a})`),
  extractURLParameter: plain(
    ['text', TEXT],
    'text',
    (args, nodes) => sql`extractURLParameter(${at(args, 0)}, ${text(textOf(nodes, 1))})`,
  ),
}
