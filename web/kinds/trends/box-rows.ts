import type { BoxPlotDatum, TrendEntry } from './trend-entries.ts'

/** The statistics of one interval of a series, and the people of its events. */
export interface BoxRow {
  readonly key: string
  readonly name: string
  readonly date: string
  readonly box: BoxPlotDatum
  readonly peopleUrl: string | null
}

/**
 * Returns all boxes of the current period of a series, then all boxes of the earlier period. `dateOf` gives
 * the start of an interval in words.
 */
export const boxRows = (entries: readonly TrendEntry[], dateOf: (day: string) => string): BoxRow[] =>
  entries.flatMap(({ key, name, item, before }) =>
    [item, before].flatMap((one, period) =>
      (one?.boxplot_data ?? []).map((box, place) => ({
        ...{ key: `${key} ${period} ${place}`, name, date: dateOf(box.day), box },
        peopleUrl: one?.persons_urls[place]?.url ?? null,
      })),
    ),
  )
