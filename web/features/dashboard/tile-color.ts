import type { CSSProperties } from 'react'
import { COLOR_NAMES } from '#web/chart/color-of.ts'

/** The first six series colours. A thin line in any other series colour would look like one of these. */
export const TILE_COLORS = COLOR_NAMES.slice(0, 6)

/**
 * Returns the colour of a tile as a CSS value. Null if the tile has no colour, or has one that another
 * client stored and this page does not know.
 */
export function tileColor(name: string | null): string | null {
  const place = COLOR_NAMES.indexOf(name ?? '')
  return place === -1 ? null : `var(--c${place + 1})`
}

/** Returns the attributes that draw a coloured line at the upper edge of a tile; none if it has no colour. */
export function edgeOf(color: string | null): { style?: CSSProperties; 'data-color'?: string } {
  const value = tileColor(color)
  return value === null ? {} : { style: { '--c': value }, 'data-color': color ?? '' }
}
