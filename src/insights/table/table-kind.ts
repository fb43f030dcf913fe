import { z } from 'zod'
import type { Choices } from '#insights/kind/kind.ts'
import { notSupported } from '#shared/request-error.ts'
import { pictureOfRows, rowItems, shapeTable, type TableAnswer, tableOfRows } from './table-answer.ts'
import { planTable, type TablePlan } from './table-plan.ts'
import type { TableQuery } from './table-query.ts'
import { tableRows } from './table-rows.ts'

const CHOICES: Choices = {
  ...{ maths: [], displays: [], intervals: [], breakdownTypes: [], leastSeries: 0, mostSeries: 0 },
}

/** The flat parameters of a kind that is asked only as a query node: none. */
export const NoFlat = z.looseObject({})

/** The members of a kind whose answer is the rows of a statement. */
export const TABLE_KIND = {
  lighter: 'narrower filters, or fewer columns and rows',
  calls: null,
  choices: CHOICES,
  fromFlat: () => {
    throw notSupported('A statement in flat parameters', 'query')
  },
  toFlat: () => null,
  time: ({ dateRange }: TableQuery) => ({
    range: dateRange,
    interval: null,
    startsWithInterval: false,
    lastIntervals: null,
    compare: null,
  }),
  reads: () => ({ isAnyEvent: true, people: true, isAnything: true }) as const,
  plan: planTable,
  queries: (plan: TablePlan) => ({ rows: tableRows(plan) }),
  shape: shapeTable,
  rows: { columns: ({ rows: _, ...columns }: TableAnswer) => columns },
  items: rowItems,
  table: tableOfRows,
  picture: pictureOfRows,
  cells: null,
} as const
