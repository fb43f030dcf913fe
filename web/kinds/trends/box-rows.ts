import type { BoxPlotDatum, TrendEntry } from './trend-entries.ts'

/** The statistics of a series in one interval, and the address of the people behind them. */
export interface BoxRow {
  readonly key: string
  readonly name: string
  readonly date: string
  readonly box: BoxPlotDatum
  readonly peopleUrl: string | null
}

/**
 * Returns the boxes of all series. For each series they are those of the current period, then those of the
 * earlier one. `dateOf` turns the start of an interval into words.
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
