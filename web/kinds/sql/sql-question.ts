import type { QueryNode } from '#web/api/ask.ts'

export const SQL_DISPLAYS = ['ActionsTable', 'ActionsLineGraph', 'ActionsBar', 'BoldNumber'] as const
export type SqlDisplay = (typeof SQL_DISPLAYS)[number]

export interface SqlQuestion extends QueryNode {
  readonly query?: string
  readonly display?: string | null
}

/** Returns the display of a question; a table unless the question has another known display. */
export const sqlDisplayOf = ({ display }: SqlQuestion): SqlDisplay =>
  SQL_DISPLAYS.find((one) => one === display) ?? 'ActionsTable'
