import type { QueryNode } from '#web/api/query-node.ts'

/** One of several lists of people of a point, such as the people who went on and the people who dropped. */
export interface PointTab {
  /** A short name for the address: `dropped`. */
  readonly key: string
  /** The label, such as "Went on". */
  readonly label: string
  readonly peopleUrl: string
  /** The number of people; null if the answer has only a share. */
  readonly count: number | null
}

/** A number that was clicked, with the address of the persons or groups behind it. */
export interface Point {
  /** The path and query of the list, from the answer (`persons_urls`, `converted_people_url`, …). */
  readonly peopleUrl: string
  /** The title, such as "Mobile, Thu 19 Nov". */
  readonly title: string
  /**
   * The number that was clicked. The list has as many people, unless the number counts events. Null for a
   * share or for a number of paths.
   */
  readonly count: number | null
  /** The colour of the series, as a CSS value. */
  readonly color?: string
  /** The count in words, if more is known than the number: "22 of 187 persons signed up, 11.8 %". */
  readonly words?: string
  /** The lists of the point, including `peopleUrl`; if absent, `peopleUrl` is the only list. */
  readonly tabs?: readonly PointTab[]
  /** The key of the list that is shown first, whose address is `peopleUrl`. */
  readonly tab?: string
  /** What the actors who converted did more or less often than the others. */
  readonly correlation?: QueryNode<'FunnelCorrelationQuery'>
  /** The neighbouring points in their order, including this one. ‹ and › move through them. */
  readonly row?: readonly Point[]
}

/**
 * Returns a point as text for the fragment (`at`). Its neighbours are left out, because only the answer
 * knows them.
 */
export function pointText({ row: _, ...point }: Point): string {
  return JSON.stringify(point)
}

/** Parses `at`; null if the text is not a point. */
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

/** Returns the points before and after a point in its row. */
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
 * The properties of the panel that opens next to an answer for a point. app/ passes the panel to the
 * features that show answers.
 */
export interface PanelProps {
  readonly point: Point
  readonly question: QueryNode
  /** Opens another point, such as a neighbour. */
  onPoint(point: Point): void
  onClose(): void
}
