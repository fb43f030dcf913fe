/** Places and values in the coordinates of a chart. */
export interface Scale {
  /** The middle of a label's place. */
  x(place: number): number
  y(value: number): number
  /** The width of a place. */
  readonly step: number
}

/** The style sheet has as many colours. */
const COLORS = 8

/** The class of a series' colour. */
export const colorOf = (place: number): string => `s${place % COLORS}`
