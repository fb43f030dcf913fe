/** The operator's log. A line has fields for programs and a sentence for people. */
export interface Log {
  warn(fields: object, sentence: string): void
}

/** A log that writes nothing: for commands that print their own sentences, and for tests. */
export const SILENT: Log = { warn: () => undefined }
