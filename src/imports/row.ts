/** An event of a file, ready to be sent. */
export interface ReadEvent {
  /** JSON text of the event in the form that capture accepts, with a uuid. */
  readonly json: string
  readonly uuid: string
  readonly name: string
  /** Epoch ms. */
  readonly timestampMs: number
}

/**
 * A row of a file. `read` is one of three: its event, the reason why it is set aside, or the rule by which
 * it is left out.
 */
export interface Row {
  /** Number of the row's first line in the file, from 1. In a Parquet file, the number of the row. */
  readonly line: number
  /** The text of the row as it is in the file. */
  readonly text: string
  readonly read: ReadEvent | Refusal | { readonly leftOut: string }
}

/** The reason why a row is set aside. */
export interface Refusal {
  /** A sentence. */
  readonly reason: string
  /**
   * The sentence without the details of this row; reasons are counted by it. Absent if it equals `reason`.
   */
  readonly kind?: string
}

/** Turns the lines of one file into rows. It may keep the beginning of a row for the next call. */
export interface RowReader {
  take(lines: readonly Line[]): Row[]
  /** Returns the last row, if the file ends within it. */
  end(): Row[]
}

/** A line of a file, without its line break. */
export interface Line {
  readonly text: string
  /** The reason why the line cannot be used; null for nearly all lines. */
  readonly problem: string | null
}
