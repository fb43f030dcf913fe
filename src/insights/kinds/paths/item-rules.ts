import { LIMITS } from '#query/limits.ts'
import type { CleaningRule } from '#query/path-cleaning.ts'
import { attrOf, type FieldPaths, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { PATTERN_LIMITS } from '#values/pattern-limits.ts'
import { parseCleaning } from './cleaning-rules.ts'
import type { IncludedEvents } from './included-events.ts'
import type { PathsFilter } from './node.ts'

/** The rules that change items, in the order in which they apply. */
export interface ItemRules {
  readonly cleaning: readonly CleaningRule[]
  /**
   * If an item matches several groupings, the first one replaces it. A grouping with the wildcard `*` need
   * only match a part of the item.
   */
  readonly groupings: readonly string[]
  /** Events with these items are left out. */
  readonly excluded: readonly string[]
}

/**
 * Parses the rules.
 * @throws RequestError for more rules than the server computes, and for patterns that could block the
 * engine.
 */
export function parseItemRules(filter: PathsFilter, at: FieldPaths): ItemRules {
  const place = (field: string) => at('pathsFilter', field)
  const local = filter?.localPathCleaningFilters ?? []
  return {
    cleaning: parseCleaning(
      checkedLength(local, LIMITS.pathRules, place('localPathCleaningFilters')),
      place('localPathCleaningFilters'),
    ),
    groupings: parseGroupings(filter?.pathGroupings ?? [], place('pathGroupings')),
    excluded: checkedLength(filter?.excludeEvents ?? [], LIMITS.filterValues, place('excludeEvents')).flatMap(
      itemsOf,
    ),
  }
}

/**
 * Returns the items that a start, an end or an exclusion stands for. A slash at the end makes no
 * difference.
 */
export function itemsOf(point: string): readonly string[] {
  const bare = bareItem(point)
  return bare === '' || bare === '/' ? [bare] : [bare, `${bare}/`]
}

/** Returns an item without the slash at its end. */
export const bareItem = (item: string): string =>
  item.length > 1 && item.endsWith('/') ? item.slice(0, -1) : item

/**
 * Whether a text can be an item that is not the name of an event: an address, a grouping, a screen or the
 * value of an expression.
 */
export const canBeOtherItem = (
  item: string,
  { included: { screens, others } }: { readonly included: IncludedEvents },
): boolean => /[/*]/.test(bareItem(item)) || screens || others !== null

function parseGroupings(groupings: readonly string[], path: Path): readonly string[] {
  for (const [i, grouping] of checkedLength(groupings, LIMITS.pathRules, path).entries()) {
    const wildcards = grouping.split('*').length - 1
    if (wildcards > PATTERN_LIMITS.choices || grouping.length > PATTERN_LIMITS.regexLength)
      throw invalid(
        'max_length',
        `A grouping has at most ${PATTERN_LIMITS.regexLength} characters and ${PATTERN_LIMITS.choices} wildcards *.`,
        attrOf([...path, i]),
      )
  }
  return groupings
}

function checkedLength<Item>(items: readonly Item[], most: number, path: Path): readonly Item[] {
  if (items.length <= most) return items
  throw invalid(
    'max_length',
    `At most ${most} are possible here, and ${items.length} were sent.`,
    attrOf(path),
  )
}
