import type { QueryNode } from '#web/api/query-node.ts'

interface Narrowing {
  readonly question: QueryNode
  /** Changes the question; absent if it cannot be changed. */
  readonly setQuestion?: ((question: QueryNode) => void) | undefined
  readonly isTile: boolean
  /** The starts of the points of the chart. */
  readonly starts: readonly string[]
}

/**
 * Returns the function to call when the user has dragged from one point to another: it asks the question
 * for that range. Null in a tile, and if the question cannot be changed.
 */
export const narrowedBy = ({ question, setQuestion, isTile, starts }: Narrowing) =>
  setQuestion === undefined || isTile
    ? null
    : (from: number, to: number) =>
        setQuestion({
          ...question,
          dateRange: { date_from: starts[from] ?? null, date_to: starts[to] ?? null },
        })
