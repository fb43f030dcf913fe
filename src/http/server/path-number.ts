import { notFound } from '#shared/request-error.ts'

/** The number of a thing in a path. @throws RequestError `not_found` for what none can have. */
export function pathNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw notFound()
}
