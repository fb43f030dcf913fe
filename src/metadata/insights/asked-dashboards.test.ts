import { expect, test } from 'vitest'
import { placedOn } from './asked-dashboards.ts'

const ids = (list: number[]) => ({ ids: list, field: 'dashboards' })
const tiles = (list: number[]) => ({ ids: list, field: 'dashboard_tiles' })

test.each<[string, number[] | undefined, number[] | undefined, number[], object | null]>([
  ['neither field', undefined, undefined, [1], null],
  ['dashboards alone', [2], undefined, [1], ids([2])],
  ['tiles alone', undefined, [2], [1], tiles([2])],
  ['an echoed body', [1, 2], [2, 1], [1, 2], ids([1, 2])],
  ['dashboards that were changed in an echoed body', [1, 3], [1], [1], ids([1, 3])],
  ['tiles that were changed in an echoed body', [1], [1, 3], [1], tiles([1, 3])],
  ['tiles that were emptied in an echoed body', [1], [], [1], tiles([])],
  ['the same change of both', [3], [3, 3], [1], tiles([3, 3])],
  ['a new insight with both', [1], [1], [], tiles([1])],
  ['a new insight with an empty list beside the other', [], [1], [], tiles([1])],
])('%s', (_, dashboards, dashboardTiles, present, expected) => {
  const asked = {
    ...(dashboards && { dashboards }),
    ...(dashboardTiles && { dashboardTiles: { ids: dashboardTiles, isSentBack: false } }),
  }
  expect(
    placedOn(
      asked,
      present.map((dashboardId) => ({ dashboardId })),
    ),
  ).toEqual(expected)
})

test('two different changes are refused, unless the tiles are those of a server', () => {
  const asked = (isSentBack: boolean) =>
    placedOn({ dashboards: [2], dashboardTiles: { ids: [3], isSentBack } }, [{ dashboardId: 1 }])
  expect(() => asked(false)).toThrow('different dashboards')
  expect(asked(true)).toEqual(ids([2]))
})
