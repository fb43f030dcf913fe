import { MAX_NAME_CHARACTERS } from '#contract/limits.ts'
import { plainText } from './json-text.ts'

/**
 * Converts a name or id to a form that both stores can hold. Values other than text become JSON text. NUL
 * (which PostgreSQL refuses) and lone surrogates become U+FFFD. The result is cut to
 * {@link MAX_NAME_CHARACTERS} characters, and is empty for undefined and null.
 */
export function storableName(value: unknown): string {
  if (value === undefined || value === null) return ''
  return plainText(value).replaceAll('\0', '\uFFFD').slice(0, MAX_NAME_CHARACTERS).toWellFormed()
}
