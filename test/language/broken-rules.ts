import { parseSync } from 'oxc-parser'

/** A rule of language that a line of a file breaks. */
export interface Broken {
  readonly line: number
  readonly text: string
}

const COLUMNS = 110
const CELL_WORDS = 15
/** Openings after which a reader has to find the subject of the sentence first. */
const OPENINGS = /^(?:Of|By|Those|As|That of|The same)\b/

/** Finds comments that open with a word of `OPENINGS`, and lines of comments over 110 columns. */
export function brokenInProgram(file: string, text: string): Broken[] {
  const lines = text.split('\n')
  const lineAt = (place: number) => text.slice(0, place).split('\n').length - 1
  return comments(file, text).flatMap(({ start, end, words }) => {
    const from = lineAt(start)
    const opens = OPENINGS.exec(words)
    const long = range(from, lineAt(end)).filter((line) => (lines[line]?.length ?? 0) > COLUMNS)
    return [
      ...(opens === null ? [] : [{ line: from + 1, text: `A comment opens with "${opens[0]}".` }]),
      ...long.map((line) => ({ line: line + 1, text: `A comment is over ${COLUMNS} columns.` })),
    ]
  })
}

/** Finds cells of Markdown tables that have more than 15 words. Code blocks are left out. */
export function brokenInDocument(text: string): Broken[] {
  let isCode = false
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    if (isCode || !line.startsWith('|')) return []
    return line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().split(/\s+/).length)
      .filter((words) => words > CELL_WORDS)
      .map((words) => ({
        line: index + 1,
        text: `A cell has ${words} words; at most ${CELL_WORDS} are read.`,
      }))
  })
}

/** Returns the comments of a text. Line comments on lines that follow each other are one comment. */
function comments(file: string, text: string): { start: number; end: number; words: string }[] {
  const joined: { start: number; end: number; words: string; type: string }[] = []
  for (const { type, value, start, end } of parseSync(file, text).comments) {
    const words = value.replace(/^\**\s*/, '').trim()
    const last = joined.at(-1)
    const isNext = last?.type === 'Line' && type === 'Line' && /^\n\s*$/.test(text.slice(last.end, start))
    if (isNext) last.end = end
    else joined.push({ start, end, words, type })
  }
  return joined
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)
