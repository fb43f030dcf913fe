import type { Schema } from '#web/api/results.ts'
import type { Point } from '#web/question/point.ts'
import { exactNumber } from '#web/ui/format.ts'
import { groupedBy } from '../grouped-by.ts'

/** An edge between two steps, such as the one from `1_/prices` to `2_paid`. */
export type PathItem = Schema<'PathItem'>

/** Stands in a key for all items of a step that have no node of their own. */
export const OTHER = '\u0000other'

export interface PathNode {
  readonly id: string
  /**
   * The keys of the node in the answer, such as `2_paid`. The node at the end of aligned paths has several.
   */
  readonly keys: readonly string[]
  /** The column, from 0 at the left. */
  readonly column: number
  /** The item of the node; null if the node stands for all other items of the step. */
  readonly item: string | null
  /** The number of items that the node stands for. */
  readonly items: number
  /** The number of paths through the node. Edges that the answer leaves out are not counted. */
  readonly value: number
}
export interface PathLink {
  readonly source: string
  readonly target: string
  readonly value: number
  /** The edge that the link stands for; null if it stands for several edges. */
  readonly edge: PathItem | null
}
export interface PathGraph {
  readonly nodes: readonly PathNode[]
  readonly links: readonly PathLink[]
}

/** Splits a key such as `2_paid` into its column, counted from 0, and its item. */
export function parseKey(key: string): { readonly column: number; readonly item: string } {
  const cut = key.indexOf('_')
  return { column: Number(key.slice(0, cut)) - 1, item: key.slice(cut + 1) }
}

/**
 * Returns the graph of the edges of an answer. At each step, the ends of the `mostPerStep` largest edges
 * have nodes of their own, and all other items are in one node. The item `kept` has a node of its own at
 * every step.
 */
export function pathGraph(edges: readonly PathItem[], mostPerStep: number, kept?: string): PathGraph {
  const shown = new Set(
    edges.flatMap(({ source, target }) => [source, target]).filter((key) => parseKey(key).item === kept),
  )
  for (const ofStep of groupedBy(edges, ({ source }) => parseKey(source).column).values())
    for (const { source, target } of ofStep
      .toSorted((one, other) => other.value - one.value)
      .slice(0, mostPerStep)) {
      shown.add(source)
      shown.add(target)
    }
  const idOf = (key: string) => (shown.has(key) ? key : `${parseKey(key).column + 1}_${OTHER}`)
  const links = new Map<string, PathLink>()
  const keys = new Map<string, Set<string>>()
  for (const edge of edges) {
    const [source, target] = [idOf(edge.source), idOf(edge.target)]
    keys.set(source, (keys.get(source) ?? new Set()).add(edge.source))
    keys.set(target, (keys.get(target) ?? new Set()).add(edge.target))
    const id = `${source}\u0001${target}`
    const known = links.get(id)
    links.set(id, {
      source,
      target,
      value: (known?.value ?? 0) + edge.value,
      edge: known === undefined ? edge : null,
    })
  }
  const all = [...links.values()].map((link) =>
    link.source.endsWith(OTHER) || link.target.endsWith(OTHER) ? { ...link, edge: null } : link,
  )
  return { links: all, nodes: nodesOf(all, keys) }
}

function nodesOf(links: readonly PathLink[], keys: ReadonlyMap<string, ReadonlySet<string>>): PathNode[] {
  const sum = (of: readonly PathLink[]) => of.reduce((total, { value }) => total + value, 0)
  const nodes = [...keys].map(([id, items]) => {
    const { column, item } = parseKey(id)
    return {
      id,
      keys: [id],
      column,
      item: item === OTHER ? null : item,
      items: items.size,
      value: Math.max(
        sum(links.filter(({ source }) => source === id)),
        sum(links.filter(({ target }) => target === id)),
      ),
    }
  })
  return nodes.toSorted(byPlace)
}

/**
 * Compares nodes by their column. Within a column, larger nodes come first, and the node for all other
 * items is last.
 */
export const byPlace = (one: PathNode, other: PathNode): number =>
  one.column - other.column ||
  Number(one.item === null) - Number(other.item === null) ||
  other.value - one.value ||
  (one.id < other.id ? -1 : 1)

/**
 * Returns the links of a route through `link`. From this link it leads back to the start and on to the end,
 * each time along the largest link.
 */
export function routeOf({ links }: PathGraph, link: PathLink): ReadonlySet<PathLink> {
  const route = new Set([link])
  const largest = (of: readonly PathLink[]) => of.toSorted((one, other) => other.value - one.value)[0]
  const follow = (from: PathLink, next: (one: PathLink) => readonly PathLink[]) => {
    for (let one = largest(next(from)); one !== undefined; one = largest(next(one))) route.add(one)
  }
  follow(link, ({ target }) => links.filter(({ source }) => source === target))
  follow(link, ({ source }) => links.filter(({ target }) => target === source))
  return route
}

/**
 * Returns the point for the people of an edge. Its count is null, because an edge counts paths, of which a
 * person can have several.
 */
export function edgePoint({ source, target, value, people_url: peopleUrl }: PathItem): Point | null {
  if (peopleUrl === null) return null
  return {
    peopleUrl,
    title: `${parseKey(source).item} → ${parseKey(target).item}`,
    count: null,
    words: pathsText(value),
  }
}

/**
 * Returns the point for the people at the node with this key: the people who arrived at the node or, if it is
 * in the first column, the people who went on from it. The result is null if the answer has no address for
 * them.
 */
export function nodePoint(key: string, value: number, edges: readonly PathItem[]): Point | null {
  const { column, item } = parseKey(key)
  const isFirst = column === 0
  const edge = edges.find(({ source, target }) => (isFirst ? source : target) === key)
  if (edge?.people_url == null || item === OTHER) return null
  const [path = '', query = ''] = edge.people_url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.delete(isFirst ? 'path_end_key' : 'path_start_key')
  return {
    peopleUrl: `${path}?${parameters}`,
    title: `${item}, step ${column + 1}`,
    count: null,
    words: pathsText(value),
  }
}

/**
 * Returns the point for the people whose path ended at a key. Null at the first step, because the answer
 * has no address there.
 */
export function endedPoint(key: string, edges: readonly PathItem[]): Point | null {
  const { column, item } = parseKey(key)
  const peopleUrl = edges.find(({ target }) => target === key)?.dropoff_people_url ?? null
  return peopleUrl === null ? null : { peopleUrl, title: `Ended at ${item}, step ${column + 1}`, count: null }
}

/** Returns the number of paths through a key. Edges that the answer leaves out are not counted. */
export const pathsAt = (key: string, edges: readonly PathItem[]): number =>
  Math.max(
    sumOf(edges.filter(({ source }) => source === key)),
    sumOf(edges.filter(({ target }) => target === key)),
  )

const sumOf = (edges: readonly PathItem[]): number => edges.reduce((sum, { value }) => sum + value, 0)

const pathsText = (value: number) => `${exactNumber(value)} ${value === 1 ? 'path' : 'paths'}`
