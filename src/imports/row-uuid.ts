import { hash } from 'node:crypto'

/**
 * The uuid of a row that has none: the same whenever this text is in this line, so that a repeated import, and a log that has grown
 * or got another name, add no event twice. Two equal lines of one file are two events.
 *
 * It has the form of version 4: capture then knows that the row always comes with the same timestamp, and looks for it on that day alone.
 */
export function rowUuid(line: number, text: string): string {
  const hex = hash('sha256', `${line}\n${text}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
