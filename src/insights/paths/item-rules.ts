import { LIMITS } from '#query/limits.ts'
import { checkPatterns } from '#query/pattern-limits.ts'
import { attrOf, type Path, type Places } from '#query/places.ts'
import { groupsInRegex } from '#query/readable-regex.ts'
import { invalid } from '#shared/request-error.ts'
import type { PathsFilter } from './node.ts'

/** The alias replaces all that the regular expression matches in an item. */
export interface CleaningRule {
  readonly regex: string
  /** `\0` to `\9` in it are the match and its groups. */
  readonly alias: string
}

/** The changes of items, in this order. */
export interface ItemRules {
  readonly cleaning: readonly CleaningRule[]
  /** Texts with the wildcard `*`: the first that is like an item takes its place. */
  readonly groupings: readonly string[]
  /** Events with these items are left out. */
  readonly excluded: readonly string[]
}

/** @throws RequestError for more rules than are computed, and for patterns that could hold the engine. */
export function parseItemRules(filter: PathsFilter, at: Places): ItemRules {
  const place = (field: string) => at('pathsFilter', field)
  return {
    cleaning: parseCleaning(filter, place('localPathCleaningFilters')),
    groupings: parseGroupings(filter?.pathGroupings ?? [], place('pathGroupings')),
    excluded: checkedLength(filter?.excludeEvents ?? [], LIMITS.filterValues, place('excludeEvents')),
  }
}

function parseCleaning(filter: PathsFilter, path: Path): CleaningRule[] {
  const rules = checkedLength(filter?.localPathCleaningFilters ?? [], LIMITS.pathRules, path)
  for (const [i, { regex, alias }] of rules.entries()) {
    checkPatterns('regex', [regex], [...path, i, 'regex'])
    checkGroups(regex, alias, [...path, i, 'alias'])
  }
  return rules
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ regex, alias }) => ({ regex, alias: alias ?? '' }))
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

function parseGroupings(groupings: readonly string[], path: Path): readonly string[] {
  for (const [i, grouping] of checkedLength(groupings, LIMITS.pathRules, path).entries()) {
    const wildcards = grouping.split('*').length - 1
    if (wildcards > LIMITS.patternChoices || grouping.length > LIMITS.regexLength)
      throw invalid(
        'max_length',
        `A grouping has at most ${LIMITS.regexLength} characters and ${LIMITS.patternChoices} wildcards *.`,
        attrOf([...path, i]),
      )
  }
  return groupings
}

function checkedLength<Item>(items: readonly Item[], most: number, path: Path): readonly Item[] {
  if (items.length <= most) return items
  throw invalid('max_length', `At most ${most} of these can be given.`, attrOf(path))
}
