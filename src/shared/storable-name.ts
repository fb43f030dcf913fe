import { MAX_NAME_CHARACTERS } from '#contract/limits.ts'
import { plainText } from './json-text.ts'

/**
 * A name or id as both stores can hold it: text of anything else, NUL (which PostgreSQL refuses) and lone surrogates as
 * U+FFFD, cut to {@link MAX_NAME_CHARACTERS}. Empty where nothing was given.
 */
export function storableName(value: unknown): string {
  if (value === undefined || value === null) return ''
  return plainText(value).replaceAll('\0', '\uFFFD').slice(0, MAX_NAME_CHARACTERS).toWellFormed()
}
