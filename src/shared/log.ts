/** The operator's log: fields for programs, a sentence for people. */
export interface Log {
  warn(fields: object, sentence: string): void
}
