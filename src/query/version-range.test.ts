import { expect, test } from 'vitest'
import type { Operator } from './filter.ts'
import { versionRange } from './version-range.ts'

test.each<[Operator, string, string]>([
  ['semver_eq', '1.2.3', '1.2.3 to 1.2.4'],
  ['semver_eq', ' v1.2 ', '1.2.0 to 1.2.1'],
  ['semver_neq', '1.2.3-beta.1+5', '1.2.3 to 1.2.4'],
  ['semver_gt', '1.2.3', '1.2.4 on'],
  ['semver_gte', '1.2.3.4', '1.2.3 on'],
  ['semver_lt', '2', '0.0.0 to 2.0.0'],
  ['semver_lte', '2.0.0', '0.0.0 to 2.0.1'],
  ['semver_tilde', '1.2.3', '1.2.3 to 1.3.0'],
  ['semver_caret', '1.2.3', '1.2.3 to 2.0.0'],
  ['semver_caret', '0.2.3', '0.2.3 to 0.3.0'],
  ['semver_caret', '0.0.3', '0.0.3 to 0.0.4'],
  ['semver_wildcard', '1.*', '1.0.0 to 2.0.0'],
  ['semver_wildcard', '1.2.x', '1.2.0 to 1.3.0'],
  ['semver_wildcard', '1.*.*', '1.0.0 to 2.0.0'],
])('%s %s: %s', (operator, value, expected) => {
  const range = versionRange(operator, value)
  const end = range?.before?.join('.')
  expect(`${range?.from.join('.')} ${end === undefined ? 'on' : `to ${end}`}`).toBe(expected)
})

test.each<[Operator, string]>([
  ['semver_eq', ''],
  ['semver_eq', 'latest'],
  ['semver_gt', '1.'],
  ['semver_gt', '1.2.*'],
  ['semver_lt', '1..2'],
  ['semver_lt', '12345678901'],
  ['semver_caret', '^1.2.3'],
  ['semver_wildcard', '1.2.3'],
  ['semver_wildcard', '*'],
])('%s %j has no version', (operator, value) => {
  expect(versionRange(operator, value)).toBeNull()
})
