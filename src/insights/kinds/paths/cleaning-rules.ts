import { quoted } from '#contract/nearest-name.ts'
import { type CleaningRule, type GivenRule, inOrder } from '#query/path-cleaning.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { checkPatterns } from '#values/check-patterns.ts'
import { groupsInRegex, isReadableRegex } from '#values/readable-regex.ts'

/**
 * Returns the rules in their order.
 * @throws RequestError for patterns that could block the engine, and for an alias that refers to a group that
 * the pattern does not have.
 */
export function parseCleaning(rules: readonly GivenRule[], path: Path): CleaningRule[] {
  for (const [i, { regex, alias }] of rules.entries()) {
    checkPatterns('regex', [regex], [...path, i, 'regex'])
    checkGroups(regex, alias, [...path, i, 'alias'])
  }
  return inOrder(rules)
}

/**
 * Checks the rules of a project, all of which must be readable.
 * @throws RequestError
 */
export function checkProjectCleaning(rules: readonly GivenRule[], path: Path): void {
  parseCleaning(rules, path)
  for (const [i, { regex }] of rules.entries())
    if (!isReadableRegex(regex))
      throw invalid(
        'invalid_input',
        `The regular expression ${quoted(regex)} cannot be read: the syntax is that of RE2.`,
        attrOf([...path, i, 'regex']),
      )
}

/**
 * Refuses an alias that refers to a group that the regular expression does not have. The engine would fail
 * for such an alias when the query runs.
 */
function checkGroups(regex: string, alias: string | null | undefined, path: Path): void {
  const groups = groupsInRegex(regex)
  if (groups === null) return
  const named = [...(alias ?? '').matchAll(/\\(\d)/g)].map(([, digit]) => Number(digit))
  const missing = named.find((group) => group > groups)
  if (missing !== undefined)
    throw invalid(
      'invalid_input',
      `The alias uses the group \\${missing}, and the number of groups in the regular expression is ${groups}.`,
      attrOf(path),
    )
}
