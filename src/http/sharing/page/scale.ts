/** Converts the index of a label, and a value, to coordinates in a chart. */
export interface Scale {
  /** Returns the x coordinate of the middle of the space for the label at an index. */
  x(place: number): number
  y(value: number): number
  /** The width of the space for one label. */
  readonly step: number
}

/** The number of series colours that the style sheet has. */
const COLORS = 8

/** Returns the CSS class for the colour of the series at an index. */
export const colorOf = (place: number): string => `s${place % COLORS}`
