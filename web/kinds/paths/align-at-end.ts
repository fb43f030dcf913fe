import { byPlace, type PathGraph, type PathLink, type PathNode } from './path-edges.ts'

/** A graph whose columns are counted from the end of its paths. */
export interface AlignedGraph extends PathGraph {
  /** The column of the end. */
  readonly endColumn: number
}

/**
 * Returns the graph of paths that end at one item. The item is one node in the last column. Every other
 * node is as many columns before it as the longest way to it has links. Null if the graph does not have the
 * end.
 */
export function alignedAtEnd(graph: PathGraph, end: string): AlignedGraph | null {
  const ends = graph.nodes.filter(({ item }) => item === end && !leadsOn(graph, item))
  const [first] = ends
  if (first === undefined) return null
  const isEnd = new Set(ends.map(({ id }) => id))
  const links = graph.links.map((link) => (isEnd.has(link.target) ? { ...link, target: first.id } : link))
  const merged: PathNode = {
    ...first,
    keys: ends.map(({ id }) => id),
    value: ends.reduce((sum, { value }) => sum + value, 0),
  }
  const others = graph.nodes.filter(({ id }) => !isEnd.has(id))
  const distance = distances([...others, merged], links)
  const endColumn = Math.max(...distance.values())
  const nodes = [...others, merged].map((node) => ({
    ...node,
    column: endColumn - (distance.get(node.id) ?? 0),
  }))
  return { links, nodes: nodes.toSorted(byPlace), endColumn }
}

/**
 * Whether links lead on from an item. A path ends at the first item that is its end, so nothing comes after
 * that item.
 */
const leadsOn = ({ links, nodes }: PathGraph, item: string | null): boolean =>
  nodes.some((node) => node.item === item && links.some(({ source }) => source === node.id))

/**
 * Returns the length of the longest way from each node to the end, in links. The end has 0. A node that
 * leads nowhere has 1: it is just before the end.
 */
function distances(nodes: readonly PathNode[], links: readonly PathLink[]): ReadonlyMap<string, number> {
  const end = nodes.at(-1)?.id ?? ''
  const found = new Map([[end, 0]])
  // Every link leads to the next step. Going backwards from the last step, each target is known before its
  // sources.
  for (const { id } of nodes.slice(0, -1).toSorted((one, other) => other.column - one.column)) {
    const ways = links.filter(({ source }) => source === id).map(({ target }) => found.get(target) ?? 0)
    found.set(id, 1 + Math.max(0, ...ways))
  }
  return found
}
