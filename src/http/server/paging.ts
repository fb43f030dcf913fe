import type { FastifyRequest } from 'fastify'
import { linkWith } from './links.ts'

/** Where a page begins and how long it may be. What else a list needs to find the place is its own. */
export interface Place {
  readonly limit: number
  /** Rows before the page, where the list is counted from its beginning. */
  readonly offset?: number
  /** The number of the page, where pages have numbers. */
  readonly page?: number
}

/** How a list writes its places in an address. */
export interface Paging<Query, Where extends Place> {
  placeOf(query: Query): Where
  /** Parameters of the address; undefined leaves one out. */
  parametersOf(place: Where): Readonly<Record<string, string | undefined>>
}

/** The part of a list at a place, with the places of the pages beside it. */
export interface Page<Row, Where extends Place> {
  readonly results: readonly Row[]
  readonly next: Where | null
  readonly previous?: Where | null
}
/** The same as a body, whose fields `next` and `previous` are absolute links. */
export type PageOf<Body, Where extends Place> = {
  [Field in keyof Body]: Field extends 'next' | 'previous' ? Where | null : Body[Field]
}

/** A page as its body. */
export function withLinks<Where extends Place>(
  request: FastifyRequest,
  { parametersOf }: Pick<Paging<never, Where>, 'parametersOf'>,
  page: Page<unknown, Where>,
): { readonly next: string | null } {
  const link = (place: Where | null) => place && linkWith(request, parametersOf(place))
  return {
    ...page,
    next: link(page.next),
    ...(page.previous !== undefined && { previous: link(page.previous) }),
  }
}

export interface CountedPlace extends Place {
  readonly offset: number
}

/** Pages by `limit` and `offset`. */
export const counted: Paging<CountedPlace, CountedPlace> = {
  placeOf: ({ limit, offset }) => ({ limit, offset }),
  parametersOf: ({ limit, offset }) => ({
    limit: String(limit),
    offset: offset > 0 ? String(offset) : undefined,
  }),
}

/** A page of a list of `count` rows. `taken` is how many of them it covers, where fewer fit on it than its limit. */
export const countedPage = <Row>(
  { limit, offset }: CountedPlace,
  count: number,
  results: Row[],
  taken = limit,
) => ({
  count,
  next: offset + taken < count ? { limit, offset: offset + taken } : null,
  previous: offset > 0 ? { limit, offset: Math.max(offset - limit, 0) } : null,
  results,
})

/** A page of a list that is in memory as a whole. */
export const pageOfAll = <Row>(place: CountedPlace, all: readonly Row[]) =>
  countedPage(place, all.length, all.slice(place.offset, place.offset + place.limit))
