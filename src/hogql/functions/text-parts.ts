import { type Fragment, join, numeral, sql, text } from '#fragments/fragment.ts'
import { withRegex } from '#fragments/pattern.ts'
import { HOGQL_LIMITS } from '#hogql/limits.ts'
import { groupsInRegex } from '#values/readable-regex.ts'
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
const REGEX = { literal: 'regex' } as const
const NEVER = { nulls: 'never' } as const
const MOST = numeral(HOGQL_LIMITS.elements)
/**
 * The parameter for the length to which a text is padded. Larger lengths are refused, because the result
 * would be out of proportion to the texts that were read.
 */
const PADDED = { literal: 'whole', least: 0, most: 100 } as const
const GROUP = { literal: 'whole', least: 0, most: 9 } as const

const one = (of: (a: Fragment) => Fragment): FunctionDefinition =>
  plain(['text'], 'text', (args) => of(at(args, 0)))
const known = (of: Fragment) => sql`ifNull(${of}, '')`
const pieces = (of: (text: Fragment) => Fragment): FunctionDefinition =>
  plain(['text'], 'text[]', (args) => sql`arraySlice(${of(known(at(args, 0)))}, 1, ${MOST})`, NEVER)

const padded = (of: (a: Fragment, length: Fragment, filling: Fragment) => Fragment): FunctionDefinition => ({
  required: ['text', PADDED],
  optional: [TEXT],
  result: 'text',
  growth: (_, [growth = 0]) => growth + 1,
  sql: (args, nodes) =>
    of(
      at(args, 0),
      wholeOf(Number(literalOf(nodes, 1))),
      sql`${text(nodes.length > 2 ? textOf(nodes, 2) || ' ' : ' ')}`,
    ),
})

/** Functions that fill texts, cut them into pieces, or count what they contain. */
export const TEXT_PARTS: FunctionTable = {
  leftPad: padded((a, length, filling) => sql`leftPadUTF8(${a}, ${length}, ${filling})`),
  rightPad: padded((a, length, filling) => sql`rightPadUTF8(${a}, ${length}, ${filling})`),
  initcap: one((a) => sql`initcapUTF8(${a})`),
  base64Encode: plain(['text'], 'text', (args) => sql`base64Encode(${at(args, 0)})`, {
    growth: (_, [growth = 0]) => 2 * growth,
  }),
  base64Decode: one((a) => sql`toValidUTF8(tryBase64Decode(${a}))`),
  toUUID: one((a) => sql`toString(toUUIDOrNull(${a}))`),
  concatWithSeparator: {
    required: [TEXT, 'text'],
    rest: 'text',
    result: 'text',
    growth: (nodes, [, ...growths]) =>
      growths.reduce((sum, growth) => sum + growth, 0) + textOf(nodes, 0).length,
    sql: ([, ...args], nodes) =>
      sql`concatWithSeparator(${join([sql`${text(textOf(nodes, 0))}`, ...args], sql`, `)})`,
  },
  splitByWhitespace: pieces((a) => sql`splitByWhitespace(${a}, ${MOST})`),
  splitByNonAlpha: pieces((a) => sql`splitByNonAlpha(${a}, ${MOST})`),
  alphaTokens: pieces((a) => sql`alphaTokens(${a}, ${MOST})`),
  splitByRegexp: plain(
    [REGEX, 'text'],
    'text[]',
    (args, nodes) =>
      withRegex(
        known(at(args, 1)),
        textOf(nodes, 0),
        (beginning, pattern) => sql`splitByRegexp(${pattern}, ${beginning}, ${MOST})`,
      ),
    NEVER,
  ),
  extractAll: plain(
    ['text', REGEX],
    'text[]',
    (args, nodes) =>
      withRegex(
        known(at(args, 0)),
        textOf(nodes, 1),
        (beginning, pattern) => sql`arraySlice(extractAll(${beginning}, ${pattern}), 1, ${MOST})`,
      ),
    NEVER,
  ),
  /** `regexpExtract` with the number of a group. */
  extractGroup: plain(
    ['text', REGEX, GROUP],
    'text',
    (args, nodes) =>
      withRegex(
        at(args, 0),
        textOf(nodes, 1),
        (beginning, pattern) =>
          sql`regexpExtract(${beginning}, ${pattern}, ${wholeOf(Number(literalOf(nodes, 2)))})`,
      ),
    {
      problem: (nodes) =>
        Number(literalOf(nodes, 2)) > (groupsInRegex(textOf(nodes, 1)) ?? 0)
          ? 'asks for a group that the regular expression does not have'
          : null,
    },
  ),
  countSubstrings: plain(
    ['text', TEXT],
    'number',
    (args, nodes) => sql`toFloat64(countSubstrings(${at(args, 0)}, ${text(textOf(nodes, 1))}))`,
  ),
  countMatches: plain(['text', REGEX], 'number', (args, nodes) =>
    withRegex(
      at(args, 0),
      textOf(nodes, 1),
      (beginning, pattern) => sql`toFloat64(countMatches(${beginning}, ${pattern}))`,
    ),
  ),
  split_part: plain(
    ['text', TEXT, { literal: 'whole', least: 1, most: HOGQL_LIMITS.elements }],
    'text',
    (args, nodes) =>
      sql`ifNull(arrayElementOrNull(splitByString(${text(textOf(nodes, 1))}, ${known(at(args, 0))}, ${MOST}), ${wholeOf(Number(literalOf(nodes, 2)))}), '')`,
  ),
  formatReadableSize: plain(['number'], 'text', (args) => sql`formatReadableSize(${at(args, 0)})`),
  formatReadableQuantity: plain(['number'], 'text', (args) => sql`formatReadableQuantity(${at(args, 0)})`),
  formatReadableTimeDelta: plain(['number'], 'text', (args) => sql`formatReadableTimeDelta(${at(args, 0)})`),
}
