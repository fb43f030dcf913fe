import { replaceOutsideStrings } from '#shared/json-outline.ts'
import { parseLongExactJson } from '#shared/json-text.ts'

/**
 * Parses like `parseLongExactJson`, but reads `NaN` and `Infinity` as null: Python writes them although
 * JSON has no such numbers.
 * @throws RequestError `malformed` `too_large`
 */
export const parseSentJson = (bytes: Buffer): Promise<unknown> => parseLongExactJson(bytes, withNulls)

const NO_NUMBERS = /-?\b(?:NaN|Infinity)\b/g

/** Returns the JSON text with null in place of each number that JSON does not have. */
export function withNulls(text: string): string {
  // A plain search comes first, because few bodies have such a number.
  const mayHoldSome = text.includes('NaN') || text.includes('Infinity')
  return mayHoldSome ? replaceOutsideStrings(text, NO_NUMBERS, () => 'null') : text
}
