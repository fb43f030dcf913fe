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
 * A page of the people behind a number. It has the type of a page of a funnel, because funnels have every
 * field that any kind has.
 */
export type People = Json<typeof LIST>
export type Actor = People['results'][number]['people'][number]
export type Explanation = Json<typeof EXPLAIN>

/** The number of people on one page. */
const PAGE = 100

/**
 * Returns the path and query of the address of a list of people. Parameters in `more` are added, or replace
 * others, to get another list of the same people. An address comes from an answer, from `next` of a page, or
 * from the fragment of this page. A stranger may have written the fragment, so the address must be the
 * address of a list of people, or of an explanation, in one project.
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

/** Returns the address of a CSV file with all people behind a number. */
export const peopleFile = (url: string, search: string): string =>
  peopleAddress(url, { search, format: 'csv' })

// The client replaces placeholders in paths. An address without placeholders is sent unchanged.
const read = <Body>(address: string, signal: AbortSignal): Promise<Body> =>
  bodyOf(api.GET(address as typeof LIST, { params: { path: { project_id: '' } }, signal })) as Promise<Body>

/**
 * Returns further parameters for a list of people. In a list of a funnel, the page shows next to each
 * person the day of the events by which the funnel counts the person, so these events are fetched as well.
 */
const moreOf = (url: string) => (url.includes('/persons/funnel/') ? { include_matched_events: 'true' } : {})

/** The people behind a number, page by page. `next` of each page is the address of the next one. */
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

/** The explanation of how many steps of a funnel an actor reached, and why not more. */
export const explanationAt = (url: string) =>
  queryOptions({
    queryKey: ['explanation', url],
    queryFn: ({ signal }) => read<Explanation>(peopleAddress(url), signal),
  })
