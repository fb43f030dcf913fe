import type { Schema } from '#web/api/results.ts'
import type { Point } from '#web/question/point.ts'
import { exactNumber } from '#web/ui/format.ts'
import { groupedBy } from '../grouped-by.ts'

/** An edge: from `1_/prices` to `2_paid`. */
export type PathItem = Schema<'PathItem'>

/** The item that stands for everything at a step that has no node of its own. */
export const OTHER = '\u0000other'

export interface PathNode {
  readonly id: string
  /** The keys in the answer, such as `2_paid`. A graph may draw several of them as one node. */
  readonly keys: readonly string[]
  /** The column, from 0 at the left. */
  readonly column: number
  /** The item; null for all other items of the step. */
  readonly item: string | null
  /** The number of items that the node stands for. */
  readonly items: number
  /** The number of paths through the node, as far as the edges of the answer show it. */
  readonly value: number
}
export interface PathLink {
  readonly source: string
  readonly target: string
  readonly value: number
  /** The edge, if the link stands for one; null if it stands for several. */
  readonly edge: PathItem | null
}
export interface PathGraph {
  readonly nodes: readonly PathNode[]
  readonly links: readonly PathLink[]
}

/** Parses a key such as `2_paid` into its column, from 0, and its item. */
export function parseKey(key: string): { readonly column: number; readonly item: string } {
  const cut = key.indexOf('_')
  return { column: Number(key.slice(0, cut)) - 1, item: key.slice(cut + 1) }
}

/**
 * Returns the graph of the edges. The nodes of the largest edges of each step are shown by themselves, all
 * others as Other. The item `kept` has its own node at every step.
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

/** Compares nodes by column, then Other after all others, then the largest first. */
export const byPlace = (one: PathNode, other: PathNode): number =>
  one.column - other.column ||
  Number(one.item === null) - Number(other.item === null) ||
  other.value - one.value ||
  (one.id < other.id ? -1 : 1)

/**
 * Returns the route through a link: back to the start and on to the end, each time along the largest link.
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

/** Returns the point for the people of an edge. An edge counts paths, and a person can have several. */
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
 * Returns the point for the people at a key of a node: the people who arrived there, or, at the first step,
 * the people who continued from there.
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
 * Returns the point for the people whose path ended at a key. Null for the first step, for which the answer
 * has no address.
 */
export function endedPoint(key: string, edges: readonly PathItem[]): Point | null {
  const { column, item } = parseKey(key)
  const peopleUrl = edges.find(({ target }) => target === key)?.dropoff_people_url ?? null
  return peopleUrl === null ? null : { peopleUrl, title: `Ended at ${item}, step ${column + 1}`, count: null }
}

/** Returns the number of paths through a key, as far as the edges show it. */
export const pathsAt = (key: string, edges: readonly PathItem[]): number =>
  Math.max(
    sumOf(edges.filter(({ source }) => source === key)),
    sumOf(edges.filter(({ target }) => target === key)),
  )

const sumOf = (edges: readonly PathItem[]): number => edges.reduce((sum, { value }) => sum + value, 0)

const pathsText = (value: number) => `${exactNumber(value)} ${value === 1 ? 'path' : 'paths'}`
