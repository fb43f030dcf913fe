import type { Cell } from '#web/ui/csv.ts'
import { type PathItem, parseKey, pathGraph } from './path-edges.ts'

/** An edge, and its share of all paths that are at its source, from 0 to 1. */
interface SharedEdge {
  readonly edge: PathItem
  readonly share: number
}

/** Returns all edges with their shares. The most frequent edges come first. */
export function sharedEdges(edges: readonly PathItem[]): SharedEdge[] {
  const sizes = new Map(pathGraph(edges, Number.POSITIVE_INFINITY).nodes.map(({ id, value }) => [id, value]))
  return edges
    .toSorted((one, other) => other.value - one.value)
    .map((edge) => ({ edge, share: edge.value / (sizes.get(edge.source) || edge.value) }))
}

/** Returns the rows of a CSV file with all edges. Addresses are complete, and times are in seconds. */
export const pathFile = (edges: readonly PathItem[]): Cell[][] => [
  ['Step', 'From', 'Next step', 'To', 'Paths', 'Of paths at From (%)', 'Mean time (s)'],
  ...sharedEdges(edges).map(({ edge, share }): Cell[] => {
    const [from, to] = [parseKey(edge.source), parseKey(edge.target)]
    return [
      ...[from.column + 1, from.item, to.column + 1, to.item],
      ...[edge.value, share * 100, edge.average_conversion_time / 1_000],
    ]
  }),
]
