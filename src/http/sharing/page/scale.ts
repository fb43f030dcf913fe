/** Converts places and values to the coordinates of a chart. */
export interface Scale {
  /** Returns the middle of the place of a label. */
  x(place: number): number
  y(value: number): number
  /** The width of a place. */
  readonly step: number
}

/** The style sheet has this many colours. */
const COLORS = 8

/** Returns the class of the colour of a series. */
export const colorOf = (place: number): string => `s${place % COLORS}`
