import type { Tile } from './dashboard-data.ts'

/** Columns and rows of the grid: 12 columns, rows of 40 px. */
export interface TilePlace {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export const COLUMNS = 12
export const LEAST = 3

/** The name under which clients of the interface store the layout of a wide window. */
const WIDE = 'sm'

const isPlace = (value: unknown): value is TilePlace =>
  typeof value === 'object' &&
  value !== null &&
  (['x', 'y', 'w', 'h'] as const).every((side) => Number.isInteger((value as TilePlace)[side]))

/** A tile's stored place; null where it has none. */
export function storedPlace(tile: Pick<Tile, 'layouts'>): TilePlace | null {
  const place = tile.layouts[WIDE]
  return isPlace(place) ? place : null
}

/** A tile's `layouts` with another place for wide windows; those of other clients stay. */
export const withPlace = (tile: Pick<Tile, 'layouts'>, { x, y, w, h }: TilePlace) => ({
  ...tile.layouts,
  [WIDE]: { x, y, w, h },
})

interface Sized {
  readonly id: number
  /** Numbers and texts need less room. */
  readonly isSmall: boolean
  readonly place: TilePlace | null
}

/** A place for every tile, by its id. Tiles without a stored one follow below the others, from left to right. */
export function placesOf(tiles: readonly Sized[]): ReadonlyMap<number, TilePlace> {
  const places = new Map<number, TilePlace>()
  let bottom = 0
  for (const { id, place } of tiles)
    if (place !== null) {
      places.set(id, place)
      bottom = Math.max(bottom, place.y + place.h)
    }
  let x = 0
  let rowHeight = 0
  for (const { id, place, isSmall } of tiles) {
    if (place !== null) continue
    const [w, h] = isSmall ? [3, 3] : [6, 7]
    if (x + w > COLUMNS) {
      bottom += rowHeight
      x = 0
      rowHeight = 0
    }
    places.set(id, { x, y: bottom, w, h })
    x += w
    rowHeight = Math.max(rowHeight, h)
  }
  return places
}

/** The place after an arrow key: it moves the tile by one cell; with Shift it resizes it. Null where the grid ends. */
export function placeAfterKey(place: TilePlace, key: string, isResizing: boolean): TilePlace | null {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key]
  if (step === undefined) return null
  const [dx = 0, dy = 0] = step
  const next = isResizing
    ? { ...place, w: place.w + dx, h: place.h + dy }
    : { ...place, x: place.x + dx, y: place.y + dy }
  const fits = next.x >= 0 && next.y >= 0 && next.x + next.w <= COLUMNS && next.w >= LEAST && next.h >= LEAST
  return fits ? next : null
}
