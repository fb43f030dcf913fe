import type { Operator } from './filter.ts'

/** The parts of a version: major, minor, patch. */
export type Version = readonly [major: number, minor: number, patch: number]

/** The versions from `from` up to but not including `before`. A `before` of null means no end. */
export interface VersionRange {
  readonly from: Version
  readonly before: Version | null
}

/**
 * Matches a text that is a version. JavaScript and RE2 both read this syntax. The text may have a leading
 * `v`, a pre-release, a build and a fourth number, and they are ignored.
 */
export const VERSION_PATTERN = String.raw`^\s*[vV]?([0-9]{1,9}(?:\.[0-9]{1,9})*)(?:[-+][^\n]*)?\s*$`
const VERSION = new RegExp(VERSION_PATTERN)
const WILDCARD = /^\s*[vV]?([0-9]{1,9}(?:\.[0-9]{1,9})?)(?:\.[*xX]){1,2}\s*$/

/**
 * Returns the versions that an operator and its value select; null if the value is not a version. `1.2`
 * means `1.2.0`.
 */
export function versionRange(operator: Operator, value: string): VersionRange | null {
  if (operator === 'semver_wildcard') return wildcardRange(value)
  const version = versionOf(VERSION, value)
  if (version === null) return null
  const [major, minor, patch] = version
  const behind: Version = [major, minor, patch + 1]
  switch (operator) {
    case 'semver_gt':
      return { from: behind, before: null }
    case 'semver_gte':
      return { from: version, before: null }
    case 'semver_lt':
      return { from: [0, 0, 0], before: version }
    case 'semver_lte':
      return { from: [0, 0, 0], before: behind }
    case 'semver_tilde':
      return { from: version, before: [major, minor + 1, 0] }
    case 'semver_caret':
      return { from: version, before: compatibleEnd(version) }
    default:
      return { from: version, before: behind }
  }
}

/**
 * Returns the end of the compatible versions. In these, the first part of the version that is not 0 stays
 * the same.
 */
function compatibleEnd([major, minor, patch]: Version): Version {
  if (major > 0) return [major + 1, 0, 0]
  return minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1]
}

function wildcardRange(value: string): VersionRange | null {
  const written = WILDCARD.exec(value)?.[1]
  const version = versionOf(WILDCARD, value)
  if (written === undefined || version === null) return null
  const [major, minor] = version
  return { from: version, before: written.includes('.') ? [major, minor + 1, 0] : [major + 1, 0, 0] }
}

function versionOf(pattern: RegExp, value: string): Version | null {
  const written = pattern.exec(value)?.[1]
  if (written === undefined) return null
  const [major = 0, minor = 0, patch = 0] = written.split('.').map(Number)
  return [major, minor, patch]
}
