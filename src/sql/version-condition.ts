import { and, bound, type Fragment, sql, text } from '#fragments/fragment.ts'
import type { Operator } from '#query/filter.ts'
import { VERSION_PATTERN, type Version, versionRange } from '#query/version-range.ts'

/**
 * Condition that a property is a version in the range that an operator and its value select. If its text is
 * not a version, it is in no range, and outside of no range either.
 */
export function versionComparison(property: Fragment, operator: Operator, value: string): Fragment {
  const range = versionRange(operator, value)
  if (range === null) throw new TypeError(`Not a version: ${value}`)
  const isVersion = sql`match(${property}, ${text(VERSION_PATTERN)})`
  const parts = sql`arrayResize(splitByChar('.', extract(ifNull(${property}, ''), ${text(VERSION_PATTERN)})), 3)`
  // A version is a list of numbers. The engine compares such lists number by number.
  const version = sql`arrayMap(part -> toInt64OrZero(part), ${parts})`
  const from = sql`${version} >= ${list(range.from)}`
  const isInside = range.before === null ? from : and([from, sql`${version} < ${list(range.before)}`])
  return and([isVersion, operator === 'semver_neq' ? sql`NOT (${isInside})` : isInside])
}

const list = (version: Version) => bound('Array(Int64)', version)
