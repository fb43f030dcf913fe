/** The version of this program, which is also that of package.json: a test compares them. CHANGELOG.md has all of them. */
export const VERSION = '0.1.0'
