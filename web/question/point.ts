import type { QueryNode } from '#web/api/ask.ts'

/** A list of people beside others of the same point, such as those who went on beside those who dropped. */
export interface PointTab {
  /** Short, for the address: `dropped`. */
  readonly key: string
  /** Such as "Went on". */
  readonly label: string
  readonly peopleUrl: string
  /** Null where the answer has a share alone. */
  readonly count: number | null
}

/** A number that was clicked: the persons or groups behind it. */
export interface Point {
  /** The path and query of the list, from the answer (`persons_urls`, `converted_people_url`, …). */
  readonly peopleUrl: string
  /** Such as "Mobile, Thu 19 Nov". */
  readonly title: string
  /** The number that was clicked: the list has as many, unless it counts events. Null for a share, or a number of paths. */
  readonly count: number | null
  /** The colour of the series, as a CSS value. */
  readonly color?: string
  /** The count in words, where more is known than the number: "22 of 187 persons signed up, 11.8 %". */
  readonly words?: string
  /** The lists of the point, `peopleUrl` among them; without them it has that one. */
  readonly tabs?: readonly PointTab[]
  /** The key of the list that is shown first; `peopleUrl` is its address. */
  readonly tab?: string
  /** A `FunnelCorrelationQuery`: what those who converted did more or less often than the others. */
  readonly correlation?: QueryNode
  /** The points beside it in their order, itself included: ‹ and › go through them. */
  readonly row?: readonly Point[]
}

/** A point in the fragment (`at`). The points beside it are known only to the answer, and are left out. */
export function pointText({ row: _, ...point }: Point): string {
  return JSON.stringify(point)
}

/** Reads `at`; null for a text that is no point. */
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

/** The points before and after it in its row. */
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

/** What opens beside an answer for a point; app/ hands it to the features that show answers. */
export interface PanelProps {
  readonly point: Point
  readonly question: QueryNode
  /** Goes to another point, such as the neighbour. */
  onPoint(point: Point): void
  onClose(): void
}
