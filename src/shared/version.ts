/**
 * The version of this program. It equals the version in package.json: a test compares the two. CHANGELOG.md
 * lists all versions.
 */
export const VERSION = '0.1.0'
