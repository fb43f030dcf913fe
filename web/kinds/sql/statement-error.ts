/** The position of a fault in a statement. Lines and characters are counted from 1. */
export interface StatementPlace {
  readonly line: number
  readonly character: number
}

const PLACE = /,? at line (\d+), character (\d+)\.?$/

export interface StatementError {
  /** What is wrong, without the position. */
  readonly text: string
  /**
   * The position of the fault. Null if the fault is not at one position, such as a statement that took too
   * long.
   */
  readonly place: StatementPlace | null
  /** The line of the statement that has the fault; empty without a position. */
  readonly source: string
}

/** Splits the message of an error into what is wrong and where it is. */
export function statementError(detail: string, statement: string): StatementError {
  const match = PLACE.exec(detail)
  if (match === null) return { text: detail, place: null, source: '' }
  const place = { line: Number(match[1]), character: Number(match[2]) }
  return {
    text: `${detail.slice(0, match.index)}.`,
    place,
    source: statement.split('\n')[place.line - 1] ?? '',
  }
}

/** Returns the index of a position in the text of the statement, for the caret. */
export function offsetOf(statement: string, { line, character }: StatementPlace): number {
  const before = statement.split('\n').slice(0, line - 1)
  return Math.min(statement.length, before.reduce((sum, text) => sum + text.length + 1, 0) + character - 1)
}
