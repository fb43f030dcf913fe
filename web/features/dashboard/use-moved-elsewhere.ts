import { useEffect, useRef } from 'react'
import type { Tile } from './dashboard-data.ts'
import { storedPlace, type TilePlace } from './tile-layout.ts'

const textOf = (place: TilePlace | null): string =>
  place === null ? '' : [place.x, place.y, place.w, place.h].join()

/**
 * Calls `onMoved` with the name of a tile that was moved in another window. Moves in this window are
 * recorded by the returned `note`, and `onMoved` is not called for them.
 */
export function useMovedElsewhere(tiles: readonly Tile[] | undefined, onMoved: (name: string) => void) {
  const known = useRef(new Map<number, string>())
  useEffect(() => {
    for (const tile of tiles ?? []) {
      const place = textOf(storedPlace(tile))
      const before = known.current.get(tile.id)
      known.current.set(tile.id, place)
      if (before !== undefined && before !== place) onMoved(tile.insight?.name || 'a text')
    }
  }, [tiles, onMoved])
  return { note: (id: number, place: TilePlace) => void known.current.set(id, textOf(place)) }
}
