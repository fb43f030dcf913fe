/** A chart of series whose values have the same labels, as lines or as stacked bars. */
export interface SeriesChart {
  readonly form: 'lines' | 'stacked bars'
  readonly labels: readonly string[]
  readonly series: readonly {
    readonly name: string
    readonly values: readonly number[]
    /**
     * The labels of the values if they differ from the labels of the chart: an earlier period has dates of
     * its own.
     */
    readonly labels?: readonly string[]
  }[]
}
/** A chart with a bar for each step. The length of a bar is the step's share of the first step. */
export interface StepsChart {
  readonly form: 'steps'
  readonly steps: readonly {
    readonly name: string
    readonly count: number
    /** Share of the first step, 0 to 1; null if the first step has no persons. */
    readonly share: number | null
  }[]
}
/** A chart of items in one column for each step, with bands between them that are as wide as their values. */
export interface FlowChart {
  readonly form: 'flow'
  readonly links: readonly {
    /** Step, counted from 1, and a name: `1_/prices`. */
    readonly source: string
    readonly target: string
    readonly value: number
  }[]
}
export type Chart = SeriesChart | StepsChart | FlowChart

/**
 * `text` comes from a client and may run from right to left; a `label`, such as `2 days`, and a `date` come
 * from the server.
 */
type ColumnFormat = 'text' | 'label' | 'date' | 'number' | 'percent' | 'duration'
/** A number or a share that can still grow, because its interval has not ended. */
export interface Unfinished {
  readonly unfinished: number
}
type CellValue = string | number | null | Unfinished

/** A table of a page. Durations are in seconds, percents are shares of 1. */
export interface PictureTable {
  readonly columns: readonly { readonly title: string; readonly format: ColumnFormat }[]
  readonly rows: readonly (readonly CellValue[])[]
}

/**
 * The parts of an answer that a page without scripts shows: a table, and perhaps a chart. The server draws
 * them into such a page. Null for an answer without items.
 */
export type Picture = { readonly chart: Chart | null; readonly table: PictureTable } | null
