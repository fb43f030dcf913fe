import type { PathsPlan } from './plan.ts'
import type { PathsResults } from './queries.ts'

/** An edge of an answer. */
export interface PathEdge {
  /** The step, counted from 1, and the item: `1_/prices`. */
  readonly source: string
  readonly target: string
  /** The number of paths that have the edge. */
  readonly value: number
  readonly averageMs: number
}

/** The answer to a question about paths. */
export interface PathsAnswer {
  readonly edges: readonly PathEdge[]
  /** The excluded items that some event has, each written without the slash at its end. */
  readonly found: readonly string[]
}

export const shapePaths = (plan: PathsPlan, results: PathsResults): PathsAnswer => ({
  edges: edgesOf(plan, results),
  found: (results.excluded ?? []).map(({ bare }) => bare),
})

/**
 * Returns the edges in order of their value. Edges that cannot be reached from the first step over other
 * edges are left out, unless the question sets bounds for the values.
 */
function edgesOf({ query }: PathsPlan, { edges, names }: PathsResults): PathEdge[] {
  const items = new Map(names.map(({ id, item }) => [id, item]))
  const keyOf = (step: number, id: string) => `${step}_${items.get(id) ?? ''}`
  const all = edges
    .map(({ step, source, target, value, average_ms: averageMs }) => ({
      source: keyOf(step, source),
      target: keyOf(step + 1, target),
      value,
      averageMs,
    }))
    .sort((a, b) => b.value - a.value || inOrder(a.source, b.source) || inOrder(a.target, b.target))
  return query.minEdgeWeight === null && query.maxEdgeWeight === null ? reachable(all) : all
}

const inOrder = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

function reachable(edges: readonly PathEdge[]): PathEdge[] {
  const bySource = new Map<string, string[]>()
  for (const { source, target } of edges) bySource.set(source, [...(bySource.get(source) ?? []), target])
  const reached = new Set<string>()
  let next = edges.flatMap(({ source }) => (source.startsWith('1_') ? [source] : []))
  while (next.length > 0) {
    const found = new Set(next.filter((key) => !reached.has(key)))
    for (const key of found) reached.add(key)
    next = [...found].flatMap((key) => bySource.get(key) ?? [])
  }
  return edges.filter(({ source }) => reached.has(source))
}
