import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { csvFormOf } from './csv-form.ts'

const Row = z.object({ id: z.int(), by: z.object({ email: z.string() }).nullable() })
const row = { id: 1, by: { email: 'ada@example.com' } }
const COLUMNS = ['id', 'by.email']
const CELLS = [1, 'ada@example.com']
const formOf = (response: object, config = {}) => csvFormOf({ schema: { response }, config })

describe('a body is', () => {
  test('a row for each of its results, and one of several pages where it names the next', () => {
    const page = z.object({ next: z.string().nullable(), results: z.array(Row) })
    const form = formOf({ 200: page, 400: z.object({}) })
    expect(form?.isPaged).toBe(true)
    expect(form?.table({ next: null, results: [row, row] })).toEqual({
      columns: COLUMNS,
      rows: [CELLS, CELLS],
    })
    expect(form?.table({ next: null, results: [] })).toEqual({ columns: COLUMNS, rows: [] })
    expect(formOf({ 200: z.object({ results: z.array(Row) }) })?.isPaged).toBe(false)
  })

  test('a row for each of its items', () => {
    expect(formOf({ 200: z.array(Row) })?.table([row])).toEqual({ columns: COLUMNS, rows: [CELLS] })
  })

  test('one row', () => {
    expect(formOf({ 201: Row })?.table(row)).toEqual({ columns: COLUMNS, rows: [CELLS] })
    expect(formOf({ 200: Row.nullable() })?.table(row)).toEqual({ columns: COLUMNS, rows: [CELLS] })
  })

  test('the table that its route makes of it', () => {
    const table = { columns: ['a'], rows: [[1]] }
    expect(formOf({ 200: Row }, { csv: () => table })?.table(row)).toBe(table)
  })
})

describe('nothing is lost of a body that its schema leaves open:', () => {
  test('a list of such is one cell each', () => {
    const rows = [{ id: 1 }, { id: 2, more: 3 }]
    for (const item of [z.unknown(), z.looseObject({ id: z.int() }), z.union([Row, z.string()])])
      expect(formOf({ 200: z.array(item) })?.table(rows)).toEqual({
        columns: ['value'],
        rows: [[rows[0]], [rows[1]]],
      })
  })

  test('one has the columns that it has', () => {
    for (const body of [z.unknown(), z.looseObject({ id: z.int() })])
      expect(formOf({ 200: body })?.table({ id: 1, more: 2 })).toEqual({
        columns: ['id', 'more'],
        rows: [[1, 2]],
      })
  })
})

test.each([
  ['no response', {}],
  ['errors alone', { 405: z.undefined(), 400: Row }],
  ['a success without a body', { 204: z.undefined() }],
  ['a success of another type', { 200: { content: { 'application/javascript': { schema: z.string() } } } }],
])('%s makes no table', (_, response) => {
  expect(formOf(response)).toBeNull()
})
