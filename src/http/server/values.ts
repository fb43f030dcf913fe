import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PropertyValue, ValuesPage } from '#listings/values-page.ts'
import { linkWith } from './links.ts'
import { type CountedPosition, counted } from './paging.ts'

/** Returns the address of the next page of property values; null on the last page. */
export const nextValues = (
  request: FastifyRequest<{ Querystring: CountedPosition }>,
  { hasMore }: ValuesPage,
): string | null => {
  const { limit, offset } = request.query
  return hasMore ? linkWith(request, counted.parametersOf({ limit, offset: offset + limit })) : null
}

/**
 * Sends a page of property values. The address of the next page is in the header `Link`, because clients
 * expect the body to be a bare list.
 */
export function sendValues(
  request: FastifyRequest<{ Querystring: CountedPosition }>,
  reply: FastifyReply,
  page: ValuesPage,
): PropertyValue[] {
  const next = nextValues(request, page)
  if (next !== null) void reply.header('Link', `<${next}>; rel="next"`)
  return [...page.values]
}
