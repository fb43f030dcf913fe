import type { CSSProperties } from 'react'
import { COLOR_NAMES } from '#web/chart/color-of.ts'

/** The first six series colours. The others are too close to one of these for a thin line. */
export const TILE_COLORS = COLOR_NAMES.slice(0, 6)

/**
 * Returns the colour of a tile as a CSS value; null for no colour, and for a name that another client
 * stored.
 */
export function tileColor(name: string | null): string | null {
  const place = COLOR_NAMES.indexOf(name ?? '')
  return place === -1 ? null : `var(--c${place + 1})`
}

/** Returns the attributes that draw a coloured line above a tile; none for a tile without a colour. */
export function edgeOf(color: string | null): { style?: CSSProperties; 'data-color'?: string } {
  const value = tileColor(color)
  return value === null ? {} : { style: { '--c': value }, 'data-color': color ?? '' }
}
