/** Values over the same labels: lines over time, or bars that stand on each other where they are stacked. */
export interface SeriesChart {
  readonly form: 'lines' | 'stacked bars'
  readonly labels: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[]
}
/** A bar a step, as long as its share of the first. */
export interface StepsChart {
  readonly form: 'steps'
  readonly steps: readonly {
    readonly name: string
    readonly count: number
    /** Of the first step, 0 to 1; null where the first has none. */
    readonly share: number | null
  }[]
}
export type Chart = SeriesChart | StepsChart

/** `text` comes from a client and may run from right to left; a `label`, such as `2 days`, and a `date` come from the server. */
type ColumnFormat = 'text' | 'label' | 'date' | 'number' | 'percent' | 'duration'
type CellValue = string | number | null

/** A table for people. Durations are in seconds, percents are shares of 1. */
export interface PictureTable {
  readonly columns: readonly { readonly title: string; readonly format: ColumnFormat }[]
  readonly rows: readonly (readonly CellValue[])[]
}

/** How an answer is shown where no program runs; null where it has nothing to show. The chart is drawn by its reader. */
export type Picture = { readonly chart: Chart; readonly table: PictureTable } | null
