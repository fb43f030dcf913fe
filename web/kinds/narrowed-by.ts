import type { QueryNode } from '#web/api/ask.ts'

interface Narrowing {
  readonly question: QueryNode
  /** Absent where the question cannot be changed. */
  readonly setQuestion?: ((question: QueryNode) => void) | undefined
  readonly isTile: boolean
  /** Of the points of the chart. */
  readonly starts: readonly string[]
}

/** Asks the question again for the points between two that were dragged over; null where it cannot be changed. */
export const narrowedBy = ({ question, setQuestion, isTile, starts }: Narrowing) =>
  setQuestion === undefined || isTile
    ? null
    : (from: number, to: number) =>
        setQuestion({
          ...question,
          dateRange: { date_from: starts[from] ?? null, date_to: starts[to] ?? null },
        })
