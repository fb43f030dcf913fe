import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bodyTable } from './body-table.ts'

const Row = z.object({ id: z.int(), by: z.object({ email: z.string() }).nullable() })
const row = { id: 1, by: { email: 'ada@example.com' } }
const COLUMNS = ['id', 'by.email']
const CELLS = [1, 'ada@example.com']
const tableOf = (schema: z.ZodType, body: unknown) => bodyTable(schema)?.(body)

describe('a body is', () => {
  test('a row for each of its results', () => {
    const page = z.object({ next: z.string().nullable(), results: z.array(Row) })
    expect(tableOf(page, { next: null, results: [row, row] })).toEqual({
      columns: COLUMNS,
      rows: [CELLS, CELLS],
    })
    expect(tableOf(page, { next: null, results: [] })).toEqual({ columns: COLUMNS, rows: [] })
  })

  test('a row for each of its items', () => {
    expect(tableOf(z.array(Row), [row])).toEqual({ columns: COLUMNS, rows: [CELLS] })
  })

  test('one row', () => {
    expect(tableOf(Row, row)).toEqual({ columns: COLUMNS, rows: [CELLS] })
    expect(tableOf(Row.nullable(), row)).toEqual({ columns: COLUMNS, rows: [CELLS] })
  })
})

describe('no field is lost of a body that the schema leaves open:', () => {
  test('an item of a list is one cell', () => {
    const rows = [{ id: 1 }, { id: 2, more: 3 }]
    for (const item of [z.unknown(), z.looseObject({ id: z.int() }), z.union([Row, z.string()])])
      expect(tableOf(z.array(item), rows)).toEqual({
        columns: ['value'],
        rows: [[rows[0]], [rows[1]]],
      })
  })

  test('a single one has its own fields as columns', () => {
    for (const body of [z.unknown(), z.looseObject({ id: z.int() })])
      expect(tableOf(body, { id: 1, more: 2 })).toEqual({
        columns: ['id', 'more'],
        rows: [[1, 2]],
      })
  })
})

test('a success without a body makes no table', () => {
  expect(bodyTable(z.undefined())).toBeNull()
})
