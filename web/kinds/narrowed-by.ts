import type { QueryNode } from '#web/api/query-node.ts'

interface Narrowing {
  readonly question: QueryNode
  /** Changes the question; absent if it cannot be changed. */
  readonly setQuestion?: ((question: QueryNode) => void) | undefined
  readonly isTile: boolean
  /** The start of the interval of each point of the chart. */
  readonly starts: readonly string[]
}

/**
 * Returns a function for a drag from one point of a chart to another: it changes the dates of the question
 * to the range between them. Null in a tile, and if the question cannot be changed.
 */
export const narrowedBy = ({ question, setQuestion, isTile, starts }: Narrowing) =>
  setQuestion === undefined || isTile
    ? null
    : (from: number, to: number) =>
        setQuestion({
          ...question,
          dateRange: { date_from: starts[from] ?? null, date_to: starts[to] ?? null },
        })
