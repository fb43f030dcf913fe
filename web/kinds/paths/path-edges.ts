import type { Point } from '#web/question/point.ts'
import { exactNumber } from '#web/ui/format.ts'
import { groupedBy } from '../grouped-by.ts'

/** An edge as the answer has it: `1_/prices` to `2_paid`. */
export interface WireEdge {
  readonly source: string
  readonly target: string
  readonly value: number
  /** Milliseconds. */
  readonly average_conversion_time: number
  readonly people_url: string | null
  readonly dropoff_people_url: string | null
}

/** Everything at a step that is not shown by itself. */
export const OTHER = '\u0000other'

export interface PathNode {
  readonly id: string
  /** Such as `2_paid`, of which a picture can draw several as one node. */
  readonly keys: readonly string[]
  /** From 0, from left to right. */
  readonly column: number
  /** The item; null for all others of the step. */
  readonly item: string | null
  /** The number of items that it stands for. */
  readonly items: number
  /** The paths through it, as far as the edges of the answer tell. */
  readonly value: number
}
export interface PathLink {
  readonly source: string
  readonly target: string
  readonly value: number
  /** Of a link of one edge; null where it stands for several. */
  readonly edge: WireEdge | null
}
export interface PathGraph {
  readonly nodes: readonly PathNode[]
  readonly links: readonly PathLink[]
}

/** The step, from 0, and the item of `2_paid`. */
export function parseKey(key: string): { readonly column: number; readonly item: string } {
  const cut = key.indexOf('_')
  return { column: Number(key.slice(0, cut)) - 1, item: key.slice(cut + 1) }
}

/**
 * The picture of the edges: the largest of each step by themselves, all others between Other and the rest.
 * An item that is `kept` has a node of its own at every step.
 */
export function pathGraph(edges: readonly WireEdge[], mostPerStep: number, kept?: string): PathGraph {
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

/** Column by column, in each the largest first and Other last. */
export const byPlace = (one: PathNode, other: PathNode): number =>
  one.column - other.column ||
  Number(one.item === null) - Number(other.item === null) ||
  other.value - one.value ||
  (one.id < other.id ? -1 : 1)

/** The route of a link: back to the start and on to the end, each time by the largest link. */
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

/** The people of an edge. An edge counts paths, and a person can walk several. */
export function edgePoint({ source, target, value, people_url: peopleUrl }: WireEdge): Point | null {
  if (peopleUrl === null) return null
  return {
    peopleUrl,
    title: `${parseKey(source).item} → ${parseKey(target).item}`,
    count: null,
    words: pathsText(value),
  }
}

/** The people at a key of a node: those who came to it, of the first step those who went on from it. */
export function nodePoint(key: string, value: number, edges: readonly WireEdge[]): Point | null {
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

/** The people whose session ended at a key; null for the first step, which the answer has no address for. */
export function endedPoint(key: string, edges: readonly WireEdge[]): Point | null {
  const { column, item } = parseKey(key)
  const peopleUrl = edges.find(({ target }) => target === key)?.dropoff_people_url ?? null
  return peopleUrl === null ? null : { peopleUrl, title: `Ended at ${item}, step ${column + 1}`, count: null }
}

/** The paths through a key, as far as the edges tell. */
export const pathsAt = (key: string, edges: readonly WireEdge[]): number =>
  Math.max(
    sumOf(edges.filter(({ source }) => source === key)),
    sumOf(edges.filter(({ target }) => target === key)),
  )

const sumOf = (edges: readonly WireEdge[]): number => edges.reduce((sum, { value }) => sum + value, 0)

const pathsText = (value: number) => `${exactNumber(value)} ${value === 1 ? 'path' : 'paths'}`
