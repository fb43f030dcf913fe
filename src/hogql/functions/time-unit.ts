import { HOGQL_LIMITS } from '#hogql/limits.ts'
import { type FunctionDefinition, textOf } from './definition.ts'

export const TIME_UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type TimeUnit = (typeof TIME_UNITS)[number]

/** The parameters for the unit of an interval, and for its number. */
export const UNIT = { literal: 'choice', choices: TIME_UNITS } as const
export const AMOUNT = {
  literal: 'whole',
  least: -HOGQL_LIMITS.wholeNumber,
  most: HOGQL_LIMITS.wholeNumber,
} as const

export const unitAt = (nodes: Parameters<FunctionDefinition['sql']>[1], index: number) =>
  textOf(nodes, index) as TimeUnit
