import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid, type RequestError } from '#shared/request-error.ts'

type Refusal = 'invalid_input' | 'max_length' | 'not_supported'

/** The text of an expression, and the field of the request that has it. */
export interface HogqlSource {
  readonly text: string
  readonly path: Path
  /** The noun for the text, if it is not an expression by itself. */
  readonly noun?: 'statement'
}

/**
 * Returns the error for an offset in the text, in UTF-16 code units. `problem` is a clause without a
 * subject, such as `has a '?'`.
 */
export const refuseAt = (
  source: HogqlSource,
  at: number,
  problem: string,
  code: Refusal = 'invalid_input',
): RequestError =>
  invalid(
    code,
    `The HogQL ${source.noun ?? 'expression'} ${problem}, at ${placeIn(source.text, at)}.`,
    attrOf(source.path),
  )

/**
 * Converts an offset in UTF-16 code units into a position in the way people count: from 1, with an emoji as
 * one character, and with the line if the text has several lines.
 */
export function placeIn(text: string, at: number): string {
  const before = text.slice(0, at)
  const lineStart = before.lastIndexOf('\n') + 1
  const character = [...before.slice(lineStart)].length + 1
  if (!text.includes('\n')) return `character ${character}`
  return `line ${before.split('\n').length}, character ${character}`
}
