import { groupedBy } from '../grouped-by.ts'
import type { PathGraph, PathLink, PathNode } from './path-edges.ts'

export interface PlacedNode extends PathNode {
  readonly x: number
  readonly y: number
  readonly height: number
}
export interface PlacedLink {
  readonly link: PathLink
  readonly path: string
  readonly width: number
}
export interface Flow {
  readonly nodes: readonly PlacedNode[]
  readonly links: readonly PlacedLink[]
  readonly columns: readonly number[]
  readonly height: number
}

export const NODE_PX = 8
const TOP_PX = 28
/**
 * The gap between nodes in pixels. It leaves room for names, which have two lines, next to nodes that are
 * thinner than their names.
 */
const GAP_PX = 26
const LABEL_PX = 30
const LEAST_PX = 2

/**
 * Places the nodes of a graph in columns, and the links between them. All heights have one scale: the
 * column with the largest sum of values is `barsHeight` high, without the gaps between its nodes.
 */
export function layoutFlow(graph: PathGraph, width: number, barsHeight: number): Flow {
  const byColumn = groupedBy(graph.nodes, ({ column }) => column)
  const count = Math.max(0, ...byColumn.keys()) + 1
  const most = Math.max(
    1,
    ...[...byColumn.values()].map((nodes) => nodes.reduce((sum, { value }) => sum + value, 0)),
  )
  const scale = barsHeight / most
  const step = width / count
  const nodes = [...byColumn].flatMap(([column, ofColumn]) => {
    let y = TOP_PX
    return ofColumn.map((node) => {
      const height = Math.max(LEAST_PX, node.value * scale)
      const placed = { ...node, x: column * step, y, height }
      y += Math.max(height + GAP_PX, LABEL_PX)
      return placed
    })
  })
  return {
    nodes,
    links: placeLinks(graph.links, nodes, scale),
    columns: Array.from({ length: count }, (_, column) => column * step),
    height: Math.max(TOP_PX, ...nodes.map(({ y, height }) => y + Math.max(height, LABEL_PX))) + 8,
  }
}

/**
 * Places the links. At each node they are sorted by the positions of their other ends, so that few of them
 * cross.
 */
function placeLinks(links: readonly PathLink[], nodes: readonly PlacedNode[], scale: number): PlacedLink[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const middle = (id: string) => (byId.get(id)?.y ?? 0) + (byId.get(id)?.height ?? 0) / 2
  const starts = stacked(links, 'source', (link) => middle(link.target), byId, scale)
  const ends = stacked(links, 'target', (link) => middle(link.source), byId, scale)
  return links.flatMap((link) => {
    const [from, to] = [byId.get(link.source), byId.get(link.target)]
    if (from === undefined || to === undefined) return []
    const [x0, x1, y0, y1] = [from.x + NODE_PX, to.x, starts.get(link) ?? 0, ends.get(link) ?? 0]
    const half = (x0 + x1) / 2
    return [
      {
        link,
        path: `M${x0} ${y0}C${half} ${y0} ${half} ${y1} ${x1} ${y1}`,
        width: Math.max(1, link.value * scale),
      },
    ]
  })
}

function stacked(
  links: readonly PathLink[],
  end: 'source' | 'target',
  order: (link: PathLink) => number,
  byId: ReadonlyMap<string, PlacedNode>,
  scale: number,
): ReadonlyMap<PathLink, number> {
  const places = new Map<PathLink, number>()
  for (const [id, ofNode] of groupedBy(links, (link) => link[end])) {
    let y = byId.get(id)?.y ?? 0
    for (const link of ofNode.toSorted((one, other) => order(one) - order(other))) {
      places.set(link, y + (link.value * scale) / 2)
      y += link.value * scale
    }
  }
  return places
}
