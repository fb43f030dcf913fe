import type { PathsFilter, QueryNode } from '#web/api/query-node.ts'
import { pathsFilterOf, withPathsFilter } from './paths-filter.ts'

export type End = 'startPoint' | 'endPoint'

/**
 * The start or the end of paths. It is either an item exactly as answers have it, or a path. A path stands
 * for all addresses with this path, whatever their hosts and query strings are.
 */
export type PickedItem =
  | { readonly by: 'item'; readonly item: string }
  | { readonly by: 'path'; readonly path: string }

const ADDRESS = /^https?:\/\/[^/?#]+([^?#]*)/

const withoutSlash = (text: string): string => (text.endsWith('/') ? text.slice(0, -1) : text)

/**
 * Returns the path of an address without a slash at its end; `/` if the address has no path. Null for a
 * text that is not an address.
 */
export function pathOf(item: string): string | null {
  const path = ADDRESS.exec(item)?.[1]
  return path === undefined ? null : withoutSlash(path) || '/'
}

/** Returns the path cleaning rule that replaces every address with this path by the path. */
export function ruleOf(path: string): NonNullable<PathsFilter['localPathCleaningFilters']>[number] {
  const escaped = (path === '/' ? '' : path).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return { regex: `^https?://[^/?#]+${escaped}/?([?#].*)?$`, alias: path }
}

/**
 * Returns the question with another start or end of its paths; null removes it. If the previous one was a
 * path, its cleaning rule is removed too, unless the other end needs the rule.
 */
export function withEnd(question: QueryNode, end: End, picked: PickedItem | null): QueryNode {
  const filter = pathsFilterOf(question)
  const [before, other] = [filter[end], filter[end === 'startPoint' ? 'endPoint' : 'startPoint']]
  const kept = (filter.localPathCleaningFilters ?? []).filter(
    (rule) => before === undefined || before === other || rule.regex !== ruleOf(before).regex,
  )
  if (picked === null || picked.by === 'item')
    return withPathsFilter(question, { localPathCleaningFilters: kept, [end]: picked?.item })
  const rule = ruleOf(picked.path)
  const isThere = kept.some(({ regex }) => regex === rule.regex)
  return withPathsFilter(question, {
    localPathCleaningFilters: isThere ? kept : [...kept, rule],
    [end]: picked.path,
  })
}

interface Counted {
  readonly name: string
  readonly count: number
}

/** Adds up the views of addresses with the same path. Returns the paths, most viewed first. */
export function pagesByPath(addresses: readonly Counted[]): readonly Counted[] {
  const counts = new Map<string, number>()
  for (const { name, count } of addresses) {
    const path = pathOf(name)
    if (path !== null) counts.set(path, (counts.get(path) ?? 0) + count)
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
}

/**
 * Returns an address or a path in the form that items have: without a slash at its end. A single slash
 * stays.
 */
export const itemOfAddress = (address: string): string => withoutSlash(address) || '/'
