import type { ReadData } from '#coordination/data-versions.ts'
import type { Series } from '#query/series.ts'

/** The data that series depend on. A kind that reads more, such as properties of persons, adds it in its own `reads`. */
export function readsOfSeries(series: readonly Pick<Series, 'event'>[], people: boolean): ReadData {
  const names = new Set(series.map(({ event }) => event))
  return {
    events: names.has(null) ? 'any' : [...names].filter((name) => name !== null).sort(),
    people,
  }
}
