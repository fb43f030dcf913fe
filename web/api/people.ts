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

/**
 * A page of people behind a number. Its type is the type of a funnel, which has every field that any kind
 * has.
 */
export type People = Json<typeof LIST>
export type Actor = People['results'][number]['people'][number]
export type Explanation = Json<typeof EXPLAIN>

/** The number of people on a page. */
const PAGE = 100

/**
 * Returns the path and query of an address of people. The parameters in `more` are added, for another list
 * of the same people. Addresses come from answers, from `next` and from the fragment of the page. A
 * stranger may have written the fragment, so only lists of people and explanations of one project are
 * accepted.
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

/** The address of a file with all people behind a number. */
export const peopleFile = (url: string, search: string): string =>
  peopleAddress(url, { search, format: 'csv' })

// The client changes nothing in a path without placeholders, so the address is sent unchanged.
const read = <Body>(address: string, signal: AbortSignal): Promise<Body> =>
  bodyOf(api.GET(address as typeof LIST, { params: { path: { project_id: '' } }, signal })) as Promise<Body>

/**
 * Returns the parameters that a list needs in addition. A list of a funnel also fetches the events by which
 * the funnel counts a person, because it shows their day next to each name.
 */
const moreOf = (url: string) => (url.includes('/persons/funnel/') ? { include_matched_events: 'true' } : {})

/** The people behind a number, page by page. `next` of a page is the address of the following one. */
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

/** The explanation why an actor is or is not at the steps of a funnel. */
export const explanationAt = (url: string) =>
  queryOptions({
    queryKey: ['explanation', url],
    queryFn: ({ signal }) => read<Explanation>(peopleAddress(url), signal),
  })
