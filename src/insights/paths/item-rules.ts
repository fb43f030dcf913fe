import { LIMITS } from '#query/limits.ts'
import { attrOf, type Path, type Places } from '#query/places.ts'
import { invalid } from '#shared/request-error.ts'
import { type CleaningRule, parseCleaning } from './cleaning-rules.ts'
import type { PathsFilter } from './node.ts'

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
  const local = filter?.localPathCleaningFilters ?? []
  return {
    cleaning: parseCleaning(
      checkedLength(local, LIMITS.pathRules, place('localPathCleaningFilters')),
      place('localPathCleaningFilters'),
    ),
    groupings: parseGroupings(filter?.pathGroupings ?? [], place('pathGroupings')),
    excluded: checkedLength(filter?.excludeEvents ?? [], LIMITS.filterValues, place('excludeEvents')),
  }
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
