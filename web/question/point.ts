import type { QueryNode } from '#web/api/query-node.ts'

/**
 * A list of people that a point offers as a tab, such as the people who went on or the people who dropped.
 */
export interface PointTab {
  /** A short name that identifies the tab in the address: `dropped`. */
  readonly key: string
  /** The label of the tab, such as "Went on". */
  readonly label: string
  readonly peopleUrl: string
  /** The number of people; null if the answer has only a share. */
  readonly count: number | null
}

/** A number that the user has clicked, and the people behind it, who are persons or groups. */
export interface Point {
  /**
   * The path and query of the list of people. It comes from the answer (`persons_urls`,
   * `converted_people_url`, …).
   */
  readonly peopleUrl: string
  /** The title, such as "Mobile, Thu 19 Nov". */
  readonly title: string
  /**
   * The number that was clicked. If it counts people, the list has as many. Null for a share, and for a
   * number of paths.
   */
  readonly count: number | null
  /** The colour of the series, as a CSS value. */
  readonly color?: string
  /** The count in words, if there is more to say than the number: "22 of 187 persons signed up, 11.8 %". */
  readonly words?: string
  /** The tabs of the point, including the one with `peopleUrl`. If absent, there is only one list. */
  readonly tabs?: readonly PointTab[]
  /** The key of the tab that is open first. Its address is `peopleUrl`. */
  readonly tab?: string
  /** The question about what the actors who converted did more or less often than the actors who did not. */
  readonly correlation?: QueryNode<'FunnelCorrelationQuery'>
  /** The points in the same row or line of the answer, including this one. ‹ and › move through them. */
  readonly row?: readonly Point[]
}

/**
 * Returns a point as text for the part `at` of the fragment. The other points of its row are left out,
 * because the answer has them.
 */
export function pointText({ row: _, ...point }: Point): string {
  return JSON.stringify(point)
}

/** Parses the part `at` of the fragment; null if it is absent or is not a point. */
export function parsePoint(text: string | null): Point | null {
  if (text === null) return null
  try {
    const point = JSON.parse(text) as Partial<Point> | null
    return typeof point?.peopleUrl === 'string' &&
      typeof point.title === 'string' &&
      (point.count === null || typeof point.count === 'number')
      ? (point as Point)
      : null
  } catch {
    return null
  }
}

/** Returns the points directly before and after a point in its row. */
export function neighborsOf({ peopleUrl, row = [] }: Point): {
  readonly before: Point | undefined
  readonly after: Point | undefined
} {
  const index = row.findIndex((one) => one.peopleUrl === peopleUrl)
  const at = (place: number) => {
    const point = index < 0 ? undefined : row[place]
    return point === undefined ? undefined : { ...point, row }
  }
  return { before: at(index - 1), after: at(index + 1) }
}

/**
 * The properties of the panel that shows the people of a point, next to the answer. Features that show
 * answers get the panel from app/, because they may not import the feature that has it.
 */
export interface PanelProps {
  readonly point: Point
  readonly question: QueryNode
  /** Opens another point in this panel, such as a neighbour. */
  onPoint(point: Point): void
  onClose(): void
}
