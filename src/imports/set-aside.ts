import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'

/** A row that was not imported. */
export interface SetAsideRow {
  readonly file: string
  readonly line: number
  readonly reason: string
  readonly text: string
}

/**
 * A file of rows that were not imported, as JSON lines. Each has the file and line of its row, and the
 * reason. The file is created when its first row is added.
 */
export interface SetAside {
  add(rows: readonly SetAsideRow[]): void
  /** Returns the length of the file. */
  bytes(): number
  close(): void
}

/**
 * Opens the file. After `bytes`, it may have rows that an interrupted run has written without noting them in
 * the journal. These rows will be added again, so the first write cuts them off.
 */
export function openSetAside(path: string, bytes: number): SetAside {
  let descriptor: number | null = null
  let length = bytes
  const opened = (): number => {
    if (descriptor !== null) return descriptor
    descriptor = openSync(path, length === 0 ? 'w' : 'r+', 0o600)
    ftruncateSync(descriptor, length)
    return descriptor
  }
  return {
    add(rows) {
      if (rows.length === 0) return
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      length += writeSync(opened(), text, length)
    },
    bytes: () => length,
    close() {
      if (descriptor !== null) closeSync(descriptor)
    },
  }
}
