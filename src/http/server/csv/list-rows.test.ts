import { describe, expect, test } from 'vitest'
import { type ListPage, rowsBehind } from './list-rows.ts'

interface Row {
  readonly id: number
}
const rowsOf = (from: number, to: number): Row[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ id: from + i }))

/** A list that is counted off, ten rows a page, and what happens to it before each page behind the first. */
function countedList(rows: Row[], happens: readonly (() => void)[] = []) {
  const waiting = [...happens]
  const asked: number[] = []
  const page = (offset: number): ListPage => {
    const next = offset + 10 < rows.length ? `http://x/rows/?limit=10&offset=${offset + 10}` : null
    return { results: rows.slice(offset, offset + 10), next }
  }
  return {
    asked,
    async read(): Promise<number[]> {
      const first = page(0)
      const read = [...first.results] as Row[]
      const pages = rowsBehind(first, async (link) => {
        waiting.shift()?.()
        const offset = Number(new URL(link).searchParams.get('offset'))
        asked.push(offset)
        return page(offset)
      })
      for await (const results of pages) read.push(...(results as Row[]))
      return read.map(({ id }) => id)
    },
  }
}
const ids = (from: number, to: number) => rowsOf(from, to).map(({ id }) => id)

describe('a list that is counted off', () => {
  test('is read to its end, each page with the last row of the one before', async () => {
    const list = countedList(rowsOf(1, 35))
    expect(await list.read()).toEqual(ids(1, 35))
    expect(list.asked).toEqual([9, 18, 27])
  })

  test('of one page asks for no other', async () => {
    const list = countedList(rowsOf(1, 10))
    expect(await list.read()).toEqual(ids(1, 10))
    expect(list.asked).toEqual([])
  })

  test('new rows at its beginning repeat none', async () => {
    const rows = rowsOf(1, 35)
    const list = countedList(rows, [() => rows.unshift(...rowsOf(101, 104))])
    expect(await list.read()).toEqual(ids(1, 35))
  })

  test('a row that goes away takes none with it', async () => {
    const rows = rowsOf(1, 35)
    const list = countedList(rows, [() => rows.splice(2, 3)])
    expect(await list.read()).toEqual(ids(1, 35))
  })

  test('the last row of a page goes away, and others behind and before it', async () => {
    const rows = rowsOf(1, 35)
    const list = countedList(rows, [() => rows.splice(8, 4)])
    expect(await list.read()).toEqual([...ids(1, 10), ...ids(13, 35)])
  })

  test('a list that cannot be taken up again is broken off, not ended', async () => {
    const rows = rowsOf(1, 35)
    const list = countedList(rows, [() => rows.splice(0, 10)])
    await expect(list.read()).rejects.toThrow('faster than it was read')
  })
})

test.each([0, 4, 10, 15])(
  '%i new entries at the beginning of a list with page numbers repeat none',
  async (news) => {
    const rows = rowsOf(1, 35)
    const page = (number: number): ListPage => ({
      results: rows.slice((number - 1) * 10, number * 10),
      next: number * 10 < rows.length ? `http://x/activity/?limit=10&page=${number + 1}` : null,
    })
    const first = page(1)
    rows.unshift(...rowsOf(101, 100 + news))
    const read = [...first.results] as Row[]
    for await (const results of rowsBehind(first, async (link) => page(Number(link.split('page=')[1]))))
      read.push(...(results as Row[]))
    expect(read.map(({ id }) => id)).toEqual(ids(1, 35))
  },
)

test('a row without an id is known by what is in it', async () => {
  const pages: Record<string, ListPage> = {
    1: { results: [{ name: 'b' }, { name: 'c' }], next: null },
  }
  const first = { results: [{ name: 'a' }, { name: 'b' }], next: 'http://x/?limit=2&offset=2' }
  const read = []
  for await (const rows of rowsBehind(first, async (link) => pages[link.split('offset=')[1] ?? ''] ?? first))
    read.push(...rows)
  expect(read).toEqual([{ name: 'c' }])
})

test('a cursor is followed as it is', async () => {
  const pages: Record<string, ListPage> = {
    'http://x/?cursor=2': { results: [], next: 'http://x/?cursor=3' },
    'http://x/?cursor=3': { results: [{ id: 1 }], next: null },
  }
  const read = []
  for await (const rows of rowsBehind({ results: [{ id: 1 }], next: 'http://x/?cursor=2' }, async (link) => {
    const page = pages[link]
    if (page === undefined) throw new Error(link)
    return page
  }))
    read.push(rows)
  expect(read).toEqual([[{ id: 1 }]])
})

test('a page that has room for one large row alone gets on', async () => {
  const page = (offset: number): ListPage => ({
    results: [{ id: offset }],
    next: offset < 3 ? `http://x/?limit=10&offset=${offset + 1}` : null,
  })
  const read = []
  for await (const rows of rowsBehind(page(0), async (link) => page(Number(link.split('offset=')[1]))))
    read.push(...rows)
  expect(read).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})
