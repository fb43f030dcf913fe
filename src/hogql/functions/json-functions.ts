import { type Fragment, join, numeral, sql } from '#fragments/fragment.ts'
import { valuesContain } from '#fragments/json-values.ts'
import { finite } from '#fragments/number-in-text.ts'
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

/** A key of an object, or a position in an array, which counts from 1 or from the end. */
const KEY = { literal: 'key' } as const

const inside = (
  result: FunctionDefinition['result'],
  of: (json: Fragment, keys: readonly Fragment[]) => Fragment,
  nulls: FunctionDefinition['nulls'] = 'always',
): FunctionDefinition => ({
  required: ['json'],
  rest: KEY,
  result,
  nulls,
  sql: ([json, ...keys], nodes) =>
    of(
      at([json], 0),
      keys.map((key, i) => {
        const value = literalOf(nodes, i + 1)
        return typeof value === 'number' ? wholeOf(value) : key
      }),
    ),
})

const list = (items: readonly Fragment[]) => join(items, sql`, `)

// JSONExtract returns a number also if the JSON has the number as a text.
const numberInside = (json: Fragment, keys: readonly Fragment[]) =>
  finite(sql`JSONExtract(${list([json, ...keys])}, 'Nullable(Float64)')`)

/**
 * Functions that read JSON in a property or in a text. If the value is missing or has another type, the
 * result is null.
 */
export const JSON_FUNCTIONS: FunctionTable = {
  JSONExtractString: inside(
    'text',
    (json, keys) => sql`JSONExtract(${list([json, ...keys])}, 'Nullable(String)')`,
  ),
  JSONExtractFloat: inside('number', numberInside),
  JSONExtractInt: inside('number', (json, keys) => sql`trunc(${numberInside(json, keys)})`),
  JSONExtractBool: inside('boolean', (json, keys) => sql`JSONExtractBool(${list([json, ...keys])})`),
  JSONExtractRaw: inside('text', (json, keys) => sql`nullIf(JSONExtractRaw(${list([json, ...keys])}), '')`),
  toJSONString: plain(['text'], 'text', (args) => sql`toJSONString(${at(args, 0)})`, {
    growth: (_, [growth = 0]) => 6 * growth,
  }),
  JSONExtractTexts: inside(
    'text[]',
    (json, keys) =>
      sql`arraySlice(JSONExtract(${list([sql`ifNull(${json}, '')`, ...keys])}, 'Array(Nullable(String))'), 1, ${numeral(HOGQL_LIMITS.elements)})`,
    'never',
  ),
  JSONExtractKeys: inside(
    'text[]',
    (json, keys) =>
      sql`arraySlice(JSONExtractKeys(${list([sql`ifNull(${json}, '')`, ...keys])}), 1, ${numeral(HOGQL_LIMITS.elements)})`,
    'never',
  ),
  JSONType: inside('text', (json, keys) => sql`toString(JSONType(${list([json, ...keys])}))`),
  isValidJSON: plain(['json'], 'boolean', (args) => sql`isValidJSON(${at(args, 0)})`),
  JSONHas: inside('boolean', (json, keys) => sql`JSONHas(${list([json, ...keys])})`),
  JSONLength: inside('number', (json, keys) => sql`toFloat64(JSONLength(${list([json, ...keys])}))`),
  JSONExtractArrayRaw: inside(
    'text[]',
    (json, keys) =>
      sql`arraySlice(JSONExtractArrayRaw(${list([sql`ifNull(${json}, '')`, ...keys])}), 1, ${numeral(HOGQL_LIMITS.elements)})`,
    'never',
  ),
  /**
   * Searches for a text in the values of persons. Lists of persons use it; it is not a documented function
   * of the language.
   */
  valuesContain: plain(
    ['text', { literal: 'text' }],
    'boolean',
    ([json], nodes) => valuesContain(sql`ifNull(${at([json], 0)}, '')`, textOf(nodes, 1)),
    { nulls: 'never', copies: 2 },
  ),
}
