import { type Fragment, numeral, sql, text } from '#fragments/fragment.ts'
import { HOGQL_LIMITS } from '#hogql/limits.ts'
import { at, type FunctionDefinition, type FunctionTable, plain, textOf } from './definition.ts'

const one = (of: (a: Fragment) => Fragment): FunctionDefinition =>
  plain(['text'], 'text', (args) => of(at(args, 0)))
const listed = (of: (a: Fragment) => Fragment): FunctionDefinition =>
  plain(
    ['text'],
    'text[]',
    (args) => sql`arraySlice(${of(sql`ifNull(${at(args, 0)}, '')`)}, 1, ${numeral(HOGQL_LIMITS.elements)})`,
    { nulls: 'never' },
  )

/** Functions that return the parts of addresses. */
export const URL_FUNCTIONS: FunctionTable = {
  topLevelDomain: one((a) => sql`topLevelDomain(${a})`),
  firstSignificantSubdomain: one((a) => sql`firstSignificantSubdomain(${a})`),
  cutToFirstSignificantSubdomain: one((a) => sql`cutToFirstSignificantSubdomain(${a})`),
  pathFull: one((a) => sql`pathFull(${a})`),
  queryString: one((a) => sql`queryString(${a})`),
  fragment: one((a) => sql`fragment(${a})`),
  queryStringAndFragment: one((a) => sql`queryStringAndFragment(${a})`),
  cutWWW: one((a) => sql`cutWWW(${a})`),
  cutFragment: one((a) => sql`cutFragment(${a})`),
  cutQueryStringAndFragment: one((a) => sql`cutQueryStringAndFragment(${a})`),
  cutURLParameter: plain(
    ['text', { literal: 'text' }],
    'text',
    (args, nodes) => sql`cutURLParameter(${at(args, 0)}, ${text(textOf(nodes, 1))})`,
  ),
  port: plain(['text'], 'number', (args) => sql`toFloat64(port(${at(args, 0)}))`),
  decodeURLFormComponent: one((a) => sql`decodeURLFormComponent(${a})`),
  encodeURLComponent: plain(['text'], 'text', (args) => sql`encodeURLComponent(${at(args, 0)})`, {
    growth: (_, [growth = 0]) => 3 * growth,
  }),
  extractURLParameters: listed((a) => sql`extractURLParameters(${a})`),
  extractURLParameterNames: listed((a) => sql`extractURLParameterNames(${a})`),
}
