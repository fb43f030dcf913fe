import { notFound } from '#shared/request-error.ts'

/**
 * Parses a number in a path.
 * @throws RequestError `not_found` if the text is not a number.
 */
export function pathNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw notFound()
}
