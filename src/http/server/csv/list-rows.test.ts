import { describe, expect, test } from 'vitest'
import { type CountedPosition, countedPage, type Page, type Position } from '#http/server/paging.ts'
import { laterRows } from './list-rows.ts'

interface Row {
  readonly id: number
}
interface Numbered extends Position {
  readonly page: number
}
const rowsOf = (from: number, to: number): Row[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ id: from + i }))

/**
 * Makes a list that is paged by offset, with ten rows on a page. Before each page after the first, calls the
 * next function of `happens`, which changes the list.
 */
function countedList(rows: Row[], happens: readonly (() => void)[] = []) {
  const waiting = [...happens]
  const asked: number[] = []
  const page = (position: CountedPosition) =>
    countedPage(position, rows.length, rows.slice(position.offset, position.offset + 10))
  return {
    asked,
    async read(): Promise<number[]> {
      const first = page({ limit: 10, offset: 0 })
      const read = [...first.results] as Row[]
      const pages = laterRows(first, async (position) => {
        waiting.shift()?.()
        asked.push(position.offset)
        return page(position)
      })
      for await (const results of pages) read.push(...(results as Row[]))
      return read.map(({ id }) => id)
    },
  }
}
const ids = (from: number, to: number) => rowsOf(from, to).map(({ id }) => id)

describe('a list that is paged by offset', () => {
  test('is read to its end, each page with the last row of the one before', async () => {
    const list = countedList(rowsOf(1, 35))
    expect(await list.read()).toEqual(ids(1, 35))
    expect(list.asked).toEqual([9, 18, 27])
  })

  test('of one page reads no other', async () => {
    const list = countedList(rowsOf(1, 10))
    expect(await list.read()).toEqual(ids(1, 10))
    expect(list.asked).toEqual([])
  })

  test('new rows at its beginning repeat none', async () => {
    const rows = rowsOf(1, 35)
    const list = countedList(rows, [() => rows.unshift(...rowsOf(101, 104))])
    expect(await list.read()).toEqual(ids(1, 35))
  })

  test('a removed row hides no other', async () => {
    const rows = rowsOf(1, 35)
    const list = countedList(rows, [() => rows.splice(2, 3)])
    expect(await list.read()).toEqual(ids(1, 35))
  })

  test('the last row of a page is removed, and others before and after it', async () => {
    const rows = rowsOf(1, 35)
    const list = countedList(rows, [() => rows.splice(8, 4)])
    expect(await list.read()).toEqual([...ids(1, 10), ...ids(13, 35)])
  })

  test('a list that cannot be resumed fails, and does not end', async () => {
    const rows = rowsOf(1, 35)
    const list = countedList(rows, [() => rows.splice(0, 10)])
    await expect(list.read()).rejects.toThrow('faster than it was read')
  })
})

test.each([0, 4, 10, 15])(
  '%i new entries at the beginning of a list with page numbers repeat none',
  async (news) => {
    const rows = rowsOf(1, 35)
    const at = ({ page, limit }: Numbered) => ({
      results: rows.slice((page - 1) * limit, page * limit),
      next: page * limit < rows.length ? { limit, page: page + 1 } : null,
    })
    const first = at({ limit: 10, page: 1 })
    rows.unshift(...rowsOf(101, 100 + news))
    const read = [...first.results] as Row[]
    for await (const results of laterRows(first, async (position) => at(position)))
      read.push(...(results as Row[]))
    expect(read.map(({ id }) => id)).toEqual(ids(1, 35))
  },
)

test('a row without an id is identified by its content', async () => {
  const first: Page<unknown, CountedPosition> = {
    results: [{ name: 'a' }, { name: 'b' }],
    next: { limit: 2, offset: 2 },
  }
  const second = { results: [{ name: 'b' }, { name: 'c' }], next: null }
  const read = []
  for await (const rows of laterRows(first, async ({ offset }) => (offset === 1 ? second : first)))
    read.push(...rows)
  expect(read).toEqual([{ name: 'c' }])
})

test('a cursor is followed without an overlap', async () => {
  const at = (cursor: number) => ({ limit: 10, cursor })
  const pages = new Map([
    [2, { results: [], next: at(3) }],
    [3, { results: [{ id: 1 }], next: null }],
  ])
  const read = []
  for await (const rows of laterRows({ results: [{ id: 1 }], next: at(2) }, async ({ cursor }) => {
    const page = pages.get(cursor)
    if (page === undefined) throw new Error(`${cursor}`)
    return page
  }))
    read.push(rows)
  expect(read).toEqual([[{ id: 1 }]])
})

test('pages with room for one large row only reach the end', async () => {
  const page = (position: CountedPosition) => countedPage(position, 4, [{ id: position.offset }], 1)
  const read = []
  for await (const rows of laterRows(page({ limit: 10, offset: 0 }), async (position) => page(position)))
    read.push(...rows)
  expect(read).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})
