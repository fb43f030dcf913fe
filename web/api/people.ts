import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ApiError, api, bodyOf } from './client.ts'
import type { paths } from './schema.d.ts'

const LIST = '/api/projects/{project_id}/persons/funnel/'
const EXPLAIN = '/api/projects/{project_id}/persons/funnel/explain/'
type Json<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** A page of people behind a number: that of a funnel has all fields that any kind has. */
export type People = Json<typeof LIST>
export type Actor = People['results'][number]['people'][number]
export type Explanation = Json<typeof EXPLAIN>

/** People of a page. */
const PAGE = 100

/**
 * The path and query of an address of people, for another list of the same people (`more`). Addresses come from answers, from `next`,
 * and from the fragment of the page, which a stranger may have written: only lists of people of a project are asked.
 * @throws ApiError for any other address.
 */
export function peopleAddress(url: string, more: Readonly<Record<string, string>> = {}): string {
  const address = new URL(url, location.origin)
  if (!/^\/api\/projects\/\d+\/persons\/[a-z]+\/(explain\/)?$/.test(address.pathname))
    throw new ApiError(0, {
      code: 'invalid_input',
      detail: 'The address of this page names no list of people.',
    })
  for (const [name, value] of Object.entries(more)) if (value !== '') address.searchParams.set(name, value)
  return address.pathname + address.search
}

/** All people behind a number as a file. */
export const peopleFile = (url: string, search: string): string =>
  peopleAddress(url, { search, format: 'csv' })

// The client puts nothing into a path without placeholders: the address is sent as it is.
const read = <Body>(address: string, signal: AbortSignal): Promise<Body> =>
  bodyOf(api.GET(address as typeof LIST, { params: { path: { project_id: '' } }, signal })) as Promise<Body>

/** Of a funnel the events by which it counts a person, for the day beside each name. */
const moreOf = (url: string) => (url.includes('/persons/funnel/') ? { include_matched_events: 'true' } : {})

/** The people behind a number, page after page as `next` tells. */
export const peopleBehind = (url: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ['people', url, search],
    queryFn: ({ pageParam, signal }) =>
      read<People>(
        pageParam === null
          ? peopleAddress(url, { search, limit: String(PAGE), ...moreOf(url) })
          : peopleAddress(pageParam),
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** Why an actor is or is not at the steps of a funnel. */
export const explanationAt = (url: string) =>
  queryOptions({
    queryKey: ['explanation', url],
    queryFn: ({ signal }) => read<Explanation>(peopleAddress(url), signal),
  })
