import { byPlace, type PathGraph, type PathLink, type PathNode } from './path-edges.ts'

/** A graph whose columns are counted from the end of its paths. */
export interface AlignedGraph extends PathGraph {
  /** The column of the end. */
  readonly endColumn: number
}

/**
 * The picture of paths that end at one item: it is one node in the last column, and each other node is as
 * far before it as the longest of its ways. Null for a graph without the end.
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

/** A path ends at the first item that is its end: nothing comes after that item. */
const leadsOn = ({ links, nodes }: PathGraph, item: string | null): boolean =>
  nodes.some((node) => node.item === item && links.some(({ source }) => source === node.id))

/**
 * How many links the longest way from each node has. A node that leads nowhere is just before the end,
 * which has 0.
 */
function distances(nodes: readonly PathNode[], links: readonly PathLink[]): ReadonlyMap<string, number> {
  const end = nodes.at(-1)?.id ?? ''
  const found = new Map([[end, 0]])
  // Links lead to the next step: from the last step on, targets are known before their sources.
  for (const { id } of nodes.slice(0, -1).toSorted((one, other) => other.column - one.column)) {
    const ways = links.filter(({ source }) => source === id).map(({ target }) => found.get(target) ?? 0)
    found.set(id, 1 + Math.max(0, ...ways))
  }
  return found
}
