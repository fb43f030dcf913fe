import type { Tile } from './dashboard-data.ts'

/** The position and size of a tile in the grid. The grid has 12 columns and rows of 40 px. */
export interface TilePlace {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export const COLUMNS = 12
export const LEAST = 3

/** The key under which clients of the interface store the layout for wide windows. */
const WIDE = 'sm'

const isPlace = (value: unknown): value is TilePlace =>
  typeof value === 'object' &&
  value !== null &&
  (['x', 'y', 'w', 'h'] as const).every((side) => Number.isInteger((value as TilePlace)[side]))

/** Returns the stored position of a tile, or null if it has none. */
export function storedPlace(tile: Pick<Tile, 'layouts'>): TilePlace | null {
  const place = tile.layouts[WIDE]
  return isPlace(place) ? place : null
}

/**
 * Returns the `layouts` of a tile with a new position for wide windows. The layouts that other clients have
 * stored stay.
 */
export const withPlace = (tile: Pick<Tile, 'layouts'>, { x, y, w, h }: TilePlace) => ({
  ...tile.layouts,
  [WIDE]: { x, y, w, h },
})

interface Sized {
  readonly id: number
  /** Whether the tile gets less room, which is enough for a number or a text. */
  readonly isSmall: boolean
  readonly place: TilePlace | null
}

/**
 * Returns a position for every tile. The keys are the ids of the tiles. Tiles without a stored position are
 * placed from left to right below all others.
 */
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

/**
 * Returns the position of a tile after an arrow key. The key moves the tile by one cell, or resizes it if
 * `isResizing` is true. Null if the tile would leave the grid or become too small.
 */
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
