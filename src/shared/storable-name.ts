import { MAX_NAME_CHARACTERS } from '#contract/limits.ts'
import { plainText } from './json-text.ts'

/**
 * A name or id in a form that both stores can hold: other values as JSON text, NUL (which PostgreSQL refuses) and lone
 * surrogates as U+FFFD, cut to {@link MAX_NAME_CHARACTERS}. Empty for undefined and null.
 */
export function storableName(value: unknown): string {
  if (value === undefined || value === null) return ''
  return plainText(value).replaceAll('\0', '\uFFFD').slice(0, MAX_NAME_CHARACTERS).toWellFormed()
}
