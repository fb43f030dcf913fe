import { AGGREGATE_FUNCTIONS } from './aggregate-functions.ts'
import { ARRAY_FUNCTIONS } from './array-functions.ts'
import { ARRAY_PARTS } from './array-parts.ts'
import { CONDITION_FUNCTIONS } from './condition-functions.ts'
import { DATE_FUNCTIONS } from './date-functions.ts'
import type { FunctionDefinition, FunctionTable } from './definition.ts'
import { JSON_FUNCTIONS } from './json-functions.ts'
import { NUMBER_FUNCTIONS } from './number-functions.ts'
import { STATISTICS } from './statistics.ts'
import { TEXT_FUNCTIONS } from './text-functions.ts'
import { TEXT_PARTS } from './text-parts.ts'
import { TIME_STARTS } from './time-starts.ts'
import { URL_FUNCTIONS } from './url-functions.ts'
import { VALUE_AGGREGATES } from './value-aggregates.ts'
import { WINDOW_FUNCTIONS } from './window-functions.ts'

/** The functions by their names. No other function of the engine can be called. */
export const FUNCTIONS: FunctionTable = {
  ...CONDITION_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...TEXT_PARTS,
  ...URL_FUNCTIONS,
  ...TIME_STARTS,
  ...DATE_FUNCTIONS,
  ...JSON_FUNCTIONS,
  ...ARRAY_FUNCTIONS,
  ...ARRAY_PARTS,
  ...AGGREGATE_FUNCTIONS,
  ...VALUE_AGGREGATES,
  ...STATISTICS,
  ...WINDOW_FUNCTIONS,
}

/** Other names that the engine and SQL have for these functions. */
const SYNONYMS: Readonly<Record<string, string>> = {
  if: 'multiIf',
  lowerUTF8: 'lower',
  upperUTF8: 'upper',
  reverseUTF8: 'reverse',
  lengthUTF8: 'length',
  char_length: 'length',
  substringUTF8: 'substring',
  substr: 'substring',
  mid: 'substring',
  trimBoth: 'trim',
  ltrim: 'trimLeft',
  rtrim: 'trimRight',
  positionUTF8: 'position',
  positionCaseInsensitiveUTF8: 'positionCaseInsensitive',
  replace: 'replaceAll',
  ln: 'log',
  power: 'pow',
  ceiling: 'ceil',
  mod: 'modulo',
  toInt8: 'toInt',
  toInt16: 'toInt',
  toInt32: 'toInt',
  toInt64: 'toInt',
  toUInt8: 'toInt',
  toUInt16: 'toInt',
  toUInt32: 'toInt',
  toUInt64: 'toInt',
  toIntOrNull: 'toInt',
  toInt32OrNull: 'toInt',
  toInt64OrNull: 'toInt',
  toFloat32: 'toFloat',
  truncate: 'trunc',
  toNullable: 'assumeNotNull',
  isEmpty: 'empty',
  isNotEmpty: 'notEmpty',
  lpad: 'leftPad',
  rpad: 'rightPad',
  leftPadUTF8: 'leftPad',
  rightPadUTF8: 'rightPad',
  initcapUTF8: 'initcap',
  tryBase64Decode: 'base64Decode',
  concat_ws: 'concatWithSeparator',
  tokens: 'splitByNonAlpha',
  btrim: 'trim',
  array_agg: 'groupArray',
  bool_and: 'every',
  toDate32: 'toDate',
  to_date: 'toDate',
  toDateOrNull: 'toDate',
  toDateTimeOrNull: 'toDateTime',
  to_timestamp: 'fromUnixTimestamp',
  JSONExtractUInt: 'JSONExtractInt',
  JSONArrayLength: 'JSONLength',
  toFloat64: 'toFloat',
  toFloat64OrNull: 'toFloat',
  toFloatOrNull: 'toFloat',
  parseDateTimeBestEffort: 'toDateTime',
  parseDateTimeBestEffortOrNull: 'toDateTime',
  date_trunc: 'dateTrunc',
  date_diff: 'dateDiff',
  year: 'toYear',
  quarter: 'toQuarter',
  month: 'toMonth',
  day: 'toDayOfMonth',
  dayOfWeek: 'toDayOfWeek',
  hour: 'toHour',
  minute: 'toMinute',
  second: 'toSecond',
  countDistinct: 'uniq',
  countDistinctIf: 'uniqIf',
  uniqExact: 'uniq',
  uniqExactIf: 'uniqIf',
  medianExact: 'median',
  quantileExact: 'quantile',
  row_number: 'rowNumber',
  dense_rank: 'denseRank',
  first_value: 'firstValue',
  last_value: 'lastValue',
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.keys(FUNCTIONS).map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(SYNONYMS).map(([name, of]) => [name.toLowerCase(), of] as const),
])

/**
 * Returns the name that a function has in `FUNCTIONS`, given its name in any case. Null for a function that
 * cannot be called.
 */
export const functionNamed = (name: string): string | null => NAMES.get(name.toLowerCase()) ?? null

/** @throws TypeError for a name that {@link functionNamed} did not return. */
export function definitionOf(name: string): FunctionDefinition {
  const definition = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (definition === undefined) throw new TypeError(`Not a function: ${name}`)
  return definition
}
