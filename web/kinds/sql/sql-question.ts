import type { QueryNode } from '#web/api/query-node.ts'

export const SQL_DISPLAYS = ['ActionsTable', 'ActionsLineGraph', 'ActionsBar', 'BoldNumber'] as const
export type SqlDisplay = (typeof SQL_DISPLAYS)[number]

export type SqlQuestion = QueryNode<'HogQLQuery'>

/**
 * Returns the display of a question. It is a table if the question has no display, or one that this page
 * does not know.
 */
export const sqlDisplayOf = ({ display }: SqlQuestion): SqlDisplay =>
  SQL_DISPLAYS.find((one) => one === display) ?? 'ActionsTable'
