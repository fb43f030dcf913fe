import { quoted } from '#contract/nearest-name.ts'
import { checkPatterns } from '#query/pattern-limits.ts'
import { attrOf, type Path } from '#query/places.ts'
import { groupsInRegex, isReadableRegex } from '#query/readable-regex.ts'
import { invalid } from '#shared/request-error.ts'

/** A rule as a question or a project has it. */
interface GivenRule {
  readonly regex: string
  readonly alias?: string | null | undefined
  readonly order?: number | null | undefined
}

/** The alias replaces all that the regular expression matches in an item. */
export interface CleaningRule {
  readonly regex: string
  /** `\0` to `\9` in it are the match and its groups. */
  readonly alias: string
}

/** The rules in their order. @throws RequestError for patterns that could hold the engine. */
export function parseCleaning(rules: readonly GivenRule[], path: Path): CleaningRule[] {
  for (const [i, { regex, alias }] of rules.entries()) {
    checkPatterns('regex', [regex], [...path, i, 'regex'])
    checkGroups(regex, alias, [...path, i, 'alias'])
  }
  return inOrder(rules)
}

/** Rules that were checked before. */
export const inOrder = (rules: readonly GivenRule[]): CleaningRule[] =>
  rules
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ regex, alias }) => ({ regex, alias: alias ?? '' }))

/** Checks the rules of a project, which all have to be readable. @throws RequestError */
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

/** The engine fails at run time for a group that a regular expression does not have. */
function checkGroups(regex: string, alias: string | null | undefined, path: Path): void {
  const groups = groupsInRegex(regex)
  if (groups === null) return
  const named = [...(alias ?? '').matchAll(/\\(\d)/g)].map(([, digit]) => Number(digit))
  const missing = named.find((group) => group > groups)
  if (missing !== undefined)
    throw invalid(
      'invalid_input',
      `The alias names the group \\${missing}, and the regular expression has ${groups}.`,
      attrOf(path),
    )
}
