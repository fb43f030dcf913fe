import { byPlace, type PathGraph, type PathLink, type PathNode } from './path-edges.ts'

/** A graph whose columns are counted from the end of its paths. */
export interface AlignedGraph extends PathGraph {
  /** The column of the end. */
  readonly endColumn: number
}

/**
 * Returns the graph of paths that all end at the item `end`. This item becomes a single node in the last
 * column. The distance of any other node from this column is the number of links on the longest way from
 * the node to the end. Null if no path in the graph ends there.
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
 * Whether the graph has links from an item to a next step. There are none from the end of paths, because a
 * path ends as soon as it reaches this item.
 */
const leadsOn = ({ links, nodes }: PathGraph, item: string | null): boolean =>
  nodes.some((node) => node.item === item && links.some(({ source }) => source === node.id))

/**
 * Returns for each node the number of links on the longest way from the node to the end. It is 0 for the end
 * itself. It is 1 for a node without outgoing links, which is thus placed just before the end.
 */
function distances(nodes: readonly PathNode[], links: readonly PathLink[]): ReadonlyMap<string, number> {
  const end = nodes.at(-1)?.id ?? ''
  const found = new Map([[end, 0]])
  // Every link leads to the next step. So the nodes are taken from the last step to the first, and the
  // distance of each target is known before that of its sources.
  for (const { id } of nodes.slice(0, -1).toSorted((one, other) => other.column - one.column)) {
    const ways = links.filter(({ source }) => source === id).map(({ target }) => found.get(target) ?? 0)
    found.set(id, 1 + Math.max(0, ...ways))
  }
  return found
}
