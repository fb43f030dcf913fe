/** An event of a file, ready to be sent. */
export interface ReadEvent {
  /** JSON text of the event as capture takes it, with a uuid. */
  readonly json: string
  readonly uuid: string
  readonly name: string
  /** Epoch ms. */
  readonly timestampMs: number
}

/** A row of a file: the event that it is, why it is set aside, or why no event is made of it by rule. */
export interface Row {
  /** Of its first line in the file, from 1; of a Parquet file the number of the row. */
  readonly line: number
  /** As it is in the file. */
  readonly text: string
  readonly read: ReadEvent | Refusal | { readonly leftOut: string }
}

/** Why a row is set aside. */
export interface Refusal {
  /** A sentence. */
  readonly reason: string
  /** The sentence without what is of this row alone, by which reasons are counted; absent where it is the same. */
  readonly kind?: string
}

/** Turns the lines of one file into rows. It may keep the beginning of a row for the next call. */
export interface RowReader {
  take(lines: readonly Line[]): Row[]
  /** The last row, where the file ends within it. */
  end(): Row[]
}

/** A line of a file, without its end. */
export interface Line {
  readonly text: string
  /** Why the line cannot be used; null for nearly all. */
  readonly problem: string | null
}
