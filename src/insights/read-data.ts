import type { ReadData } from '#coordination/data-versions.ts'
import type { InsightQuery } from '#query/insight-query.ts'

/**
 * What the answer to a question depends on besides the question and the time. Whoever lets questions read more, as
 * persons' or groups' properties, adds it here and has its changes told.
 */
export function dataReadBy(query: InsightQuery): ReadData {
  const names = new Set(query.series.map((series) => series.event))
  const isOfAny = names.has(null)
  return {
    events: isOfAny ? 'any' : [...names].filter((name) => name !== null).sort(),
    people: query.kind === 'funnels' || query.series.some((series) => series.math === 'dau'),
  }
}
