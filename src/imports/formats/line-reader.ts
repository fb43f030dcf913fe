import type { Line, Row, RowReader } from '#imports/row.ts'

/**
 * Creates a reader of files in which every line is a row. `read` returns null for a line without a row. A
 * blank line never has a row.
 */
export function createLineReader(read: (text: string, line: number) => Row['read'] | null): RowReader {
  let line = 0
  return {
    take(lines) {
      const rows: Row[] = []
      for (const one of lines) {
        line++
        const row = rowOf(one, line, read)
        if (row !== null) rows.push(row)
      }
      return rows
    },
    end: () => [],
  }
}

function rowOf(
  { text: sent, problem }: Line,
  line: number,
  read: (text: string, line: number) => Row['read'] | null,
): Row | null {
  if (problem !== null) return { line, text: sent, read: { reason: problem } }
  const text = sent.endsWith('\r') ? sent.slice(0, -1) : sent
  if (text.trim() === '') return null
  const one = read(text, line)
  return one === null ? null : { line, text, read: one }
}
