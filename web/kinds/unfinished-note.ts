import type { ChartData } from '#web/chart/chart-data.ts'

/** Returns a sentence that says why the end of a chart is dashed; null if all intervals have ended. */
export function unfinishedNote({ points, unfinishedFrom }: ChartData): string | null {
  const point = points[unfinishedFrom]
  if (point === undefined) return null
  return `${point.short === 'today' ? 'today' : point.title} is not over, so it is dashed`
}
