import { describe, expect, test } from 'vitest'
import type { Group, GroupRange } from '#metadata/groups/group-rows.ts'
import { RequestError } from '#shared/request-error.ts'
import { toGroupPage } from './groups.ts'
import { groupCursor, parseGroupCursor } from './groups-cursor.ts'

const group = (id: number): Group => ({
  position: { listedMs: 1000 * id, id },
  typeIndex: 0,
  key: `key ${id}`,
  properties: {},
  createdAt: '2026-11-20T12:00:00.000Z',
})
const range = (side: GroupRange['side'], id: number): GroupRange => ({
  side,
  position: { listedMs: 1000 * id, id },
})
const FIRST: GroupRange = { side: 'after', position: null }

describe('a page of two', () => {
  test.each([
    ['nothing at all', FIRST, [], [], null, null],
    ['the only one', FIRST, [3], [3], null, null],
    ['the first of several', FIRST, [9, 8, 7], [9, 8], range('after', 8), null],
    ['one in the middle', range('after', 8), [7, 6, 5], [7, 6], range('after', 6), range('before', 7)],
    ['the last', range('after', 6), [5, 4], [5, 4], null, range('before', 5)],
    ['behind the end', range('after', 4), [], [], null, null],
    ['back in the middle', range('before', 5), [6, 7, 8], [7, 6], range('after', 6), range('before', 7)],
    ['back at the first', range('before', 7), [8, 9], [9, 8], range('after', 8), null],
  ])('%s', (_name, asked, nearest, ids, next, previous) => {
    const page = toGroupPage(nearest.map(group), asked, 2)
    expect(page).toEqual({ groups: ids.map(group), next, previous })
  })
})

describe('a cursor', () => {
  test.each([range('after', 8), range('before', 1)])('is read back: %o', (asked) => {
    expect(parseGroupCursor(groupCursor(asked))).toEqual(asked)
  })
  test('is absent for the first page', () => {
    expect(groupCursor(FIRST)).toBeUndefined()
    expect(parseGroupCursor(undefined)).toEqual(FIRST)
  })

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  test.each([
    ['a number', '12345'],
    ['text', 'x'],
    ['no base64', '%%%'],
    ['an object', encoded({ side: 'after' })],
    ['another side', encoded(['around', 1, 1])],
    ['text for a time', encoded(['after', '1', 1])],
    ['a fraction of a time', encoded(['after', 0.5, 1])],
    ['a time that no group can have', encoded(['after', 9e15, 1])],
    ['a negative time', encoded(['after', -1, 1])],
    ['an id beyond integers', encoded(['after', 1, 1e300])],
    ['no id', encoded(['after', 1])],
    ['one value more', encoded(['after', 1, 1, 1])],
    ['deep nesting', Buffer.from('['.repeat(5000)).toString('base64url')],
  ])('is refused: %s', (_name, cursor) => {
    expect(() => parseGroupCursor(cursor)).toThrow(RequestError)
    expect(() => parseGroupCursor(cursor)).toThrow('Invalid cursor')
  })
})
