import type { PathsFilter, QueryNode } from '#web/api/query-node.ts'
import { pathsFilterOf, withPathsFilter } from './paths-filter.ts'

export type End = 'startPoint' | 'endPoint'

/**
 * The start or the end of paths: an item in the form of the answer, or a path, whatever the host and the
 * query string of its address.
 */
export type PickedItem =
  | { readonly by: 'item'; readonly item: string }
  | { readonly by: 'path'; readonly path: string }

const ADDRESS = /^https?:\/\/[^/?#]+([^?#]*)/

const withoutSlash = (text: string): string => (text.endsWith('/') ? text.slice(0, -1) : text)

/**
 * Returns the path of an address without a slash at its end, `/` if it has none; null if the text is not an
 * address.
 */
export function pathOf(item: string): string | null {
  const path = ADDRESS.exec(item)?.[1]
  return path === undefined ? null : withoutSlash(path) || '/'
}

/** Returns the cleaning rule that turns every address with a path into that path. */
export function ruleOf(path: string): NonNullable<PathsFilter['localPathCleaningFilters']>[number] {
  const escaped = (path === '/' ? '' : path).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return { regex: `^https?://[^/?#]+${escaped}/?([?#].*)?$`, alias: path }
}

/**
 * Returns the question with another start or end; null removes it. A cleaning rule that existed only for
 * the previous one is removed with it.
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

/** Returns the paths of addresses with their views added up, most viewed first. */
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
 * Returns an address or a path as an item of paths: without a slash at its end, unless the slash is all of
 * it.
 */
export const itemOfAddress = (address: string): string => withoutSlash(address) || '/'
