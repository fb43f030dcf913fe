import { hash } from 'node:crypto'

/**
 * Returns a uuid for a row without one. The uuid is the same whenever this text is in this line, so that no
 * event is added twice by a repeated import, or by a log that has grown or was renamed. Two equal lines of
 * one file are two events.
 *
 * The uuid has the form of version 4. Capture therefore knows that the row always comes with the same
 * timestamp, and looks for the event on that day only.
 */
export function rowUuid(line: number, text: string): string {
  const hex = hash('sha256', `${line}\n${text}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
