import { plainText } from '../../shared/json-text.ts'

/**
 * A name or id as both stores can hold it: text of anything else, NUL (which PostgreSQL refuses) and lone surrogates as
 * U+FFFD, at most `maxCharacters`. Empty where nothing was given.
 */
export function storableText(value: unknown, maxCharacters: number): string {
  if (value === undefined || value === null) return ''
  const text = plainText(value)
  return text.replaceAll('\0', '\uFFFD').slice(0, maxCharacters).toWellFormed()
}
