import type { FastifyRequest } from 'fastify'
import { linkWith } from './links.ts'

/** The position and size of a page. A list may add fields of its own. */
export interface Position {
  readonly limit: number
  /** The number of rows before the page, if the list is paged by offset. */
  readonly offset?: number
  /** The number of the page, if the list has page numbers. */
  readonly page?: number
}

/** Converts the query of an address into a position, and a position into parameters. */
export interface Paging<Query, Where extends Position> {
  positionOf(query: Query): Where
  /** Returns the parameters for the address of a position. A parameter that is undefined is removed. */
  parametersOf(position: Where): Readonly<Record<string, string | undefined>>
}

/** A page, with the positions of the next and the previous page. */
export interface Page<Row, Where extends Position> {
  readonly results: readonly Row[]
  readonly next: Where | null
  readonly previous?: Where | null
}
/**
 * The body of a page before links are made: `next` and `previous` are positions. In the response they are
 * absolute addresses.
 */
export type PageOf<Body, Where extends Position> = {
  [Field in keyof Body]: Field extends 'next' | 'previous' ? Where | null : Body[Field]
}

/** Returns the body of a page with addresses in place of its positions. */
export function withLinks<Where extends Position>(
  request: FastifyRequest,
  { parametersOf }: Pick<Paging<never, Where>, 'parametersOf'>,
  page: Page<unknown, Where>,
): { readonly next: string | null } {
  const link = (position: Where | null) => position && linkWith(request, parametersOf(position))
  return {
    ...page,
    next: link(page.next),
    ...(page.previous !== undefined && { previous: link(page.previous) }),
  }
}

export interface CountedPosition extends Position {
  readonly offset: number
}

/** Paging by `limit` and `offset`. */
export const counted: Paging<CountedPosition, CountedPosition> = {
  positionOf: ({ limit, offset }) => ({ limit, offset }),
  parametersOf: ({ limit, offset }) => ({
    limit: String(limit),
    offset: offset > 0 ? String(offset) : undefined,
  }),
}

/**
 * Makes a page of a list with `count` rows. `taken` is the number of rows that the page covers, for lists
 * whose pages may have fewer rows than their limit. If the page begins after the end of the list,
 * `previous` is the last page.
 */
export const countedPage = <Row>(
  { limit, offset }: CountedPosition,
  count: number,
  results: Row[],
  taken = limit,
) => ({
  count,
  next: offset + taken < count ? { limit, offset: offset + taken } : null,
  previous:
    offset > 0 ? { limit, offset: Math.min(Math.max(offset - limit, 0), lastOffset(count, limit)) } : null,
  results,
})

const lastOffset = (count: number, limit: number) => Math.max(Math.ceil(count / limit) - 1, 0) * limit

/** Returns a page of a list whose rows are all in memory. */
export const pageOfAll = <Row>(position: CountedPosition, all: readonly Row[]) =>
  countedPage(position, all.length, all.slice(position.offset, position.offset + position.limit))
