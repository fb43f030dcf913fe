import { replaceOutsideStrings } from '#shared/json-outline.ts'
import { parseLongExactJson } from '#shared/json-text.ts'

/**
 * Parses as `parseLongExactJson`, with null for `NaN` and `Infinity`, which Python writes although JSON has
 * no such numbers.
 * @throws RequestError `malformed` `too_large`
 */
export const parseSentJson = (bytes: Buffer): Promise<unknown> => parseLongExactJson(bytes, withNulls)

const NO_NUMBERS = /-?\b(?:NaN|Infinity)\b/g

/** JSON with null in place of each number that JSON does not have. */
export function withNulls(text: string): string {
  // The plain search comes first, because few bodies have one.
  const mayHoldSome = text.includes('NaN') || text.includes('Infinity')
  return mayHoldSome ? replaceOutsideStrings(text, NO_NUMBERS, () => 'null') : text
}
