/**
 * Version of this program, equal to the version in package.json: a test compares them. CHANGELOG.md lists
 * all versions.
 */
export const VERSION = '0.1.0'
