import type { CSSProperties } from 'react'
import { COLOR_NAMES } from '#web/chart/color-of.ts'

/** The first six colours of series; the others are too near to one of these for a thin line. */
export const TILE_COLORS = COLOR_NAMES.slice(0, 6)

/** The colour of a tile as a CSS value; null for none, and for a name of another client. */
export function tileColor(name: string | null): string | null {
  const place = COLOR_NAMES.indexOf(name ?? '')
  return place === -1 ? null : `var(--c${place + 1})`
}

/** A coloured line above a tile that has a colour. */
export function edgeOf(color: string | null): { style?: CSSProperties; 'data-color'?: string } {
  const value = tileColor(color)
  return value === null ? {} : { style: { '--c': value } as CSSProperties, 'data-color': color ?? '' }
}
