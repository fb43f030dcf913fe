import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PropertyValue, ValuesPage } from '#listings/values-page.ts'
import { linkWith } from './links.ts'
import { type CountedPlace, counted } from './paging.ts'

/** The address of the values of a property that follow those of a page; null after the last ones. */
export const nextValues = (
  request: FastifyRequest<{ Querystring: CountedPlace }>,
  { hasMore }: ValuesPage,
): string | null => {
  const { limit, offset } = request.query
  return hasMore ? linkWith(request, counted.parametersOf({ limit, offset: offset + limit })) : null
}

/**
 * The values of a page, with the header that leads to the next ones: clients expect a list without a wrapper.
 */
export function sendValues(
  request: FastifyRequest<{ Querystring: CountedPlace }>,
  reply: FastifyReply,
  page: ValuesPage,
): PropertyValue[] {
  const next = nextValues(request, page)
  if (next !== null) void reply.header('Link', `<${next}>; rel="next"`)
  return [...page.values]
}
