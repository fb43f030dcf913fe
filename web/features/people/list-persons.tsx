import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { ask } from '#web/api/ask.ts'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'
import type { Schema } from '#web/api/results.ts'
import { Button } from '#web/ui/button.tsx'
import { day, exactNumber } from '#web/ui/format.ts'
import { useKey } from '#web/ui/keys.ts'
import { PageBar } from '#web/ui/page-bar.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { useListAddress } from '#web/ui/use-list-address.ts'
import '#web/ui/list.css'

const PAGE_ROWS = 100
/**
 * The orders of the list as ActorsQuery writes them. ActorsQuery has no order by name; most persons have
 * their name from these two properties.
 */
const ORDERS: Readonly<Record<string, string>> = {
  name: 'coalesce(properties.email, properties.name) ASC',
  '-name': 'coalesce(properties.email, properties.name) DESC',
  created: 'created_at ASC',
  '-created': 'created_at DESC',
}
interface DisplayName {
  readonly display_name: string
  readonly id: string
}
type PersonRow = readonly [DisplayName, string, string, ...(string | null)[]]

const nodeOf = (search: string, sort: string, offset: number, shown: readonly string[]) =>
  ({
    kind: 'ActorsQuery',
    select: [
      'person_display_name',
      'id',
      'created_at',
      ...shown.map((name) => `properties.\`${name.replaceAll('`', '\\`')}\``),
    ],
    search,
    orderBy: [ORDERS[sort] ?? 'created_at DESC'],
    limit: PAGE_ROWS,
    offset,
  }) satisfies Schema<'ActorsQuery'>

/** The page `/persons`: all persons. The search finds any text in their properties. */
export function PersonList() {
  const project = useProject()
  const field = useRef<HTMLInputElement>(null)
  useKey('/', () => field.current?.focus())
  const { typed, setTyped, search, sort, setSort } = useListAddress('-created')
  const properties = useQuery(shownProperties(project.id))
  const shown = properties.data ?? []
  const list = useInfiniteQuery({
    queryKey: ['persons', project.id, search, sort, shown],
    enabled: !properties.isPending,
    queryFn: async ({ pageParam, signal }) => {
      const { results, hasMore } = await ask({
        projectId: project.id,
        node: nodeOf(search, sort, pageParam, shown),
        signal,
      })
      // Each row has a cell for each entry of `select`.
      return { results: results as readonly PersonRow[], hasMore }
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * PAGE_ROWS : undefined),
    placeholderData: keepPreviousData,
  })
  const count = useQuery(personCount(project.id, search))
  const rows = list.data?.pages.flatMap(({ results }) => results)
  return (
    <>
      <PageBar title="Persons" />
      <div className="page">
        <div className="list__tools">
          <SearchField ref={field} label="Search in properties and ids" value={typed} onChange={setTyped} />
          <span className="quiet num" role="status">
            {count.data !== undefined && `${exactNumber(count.data)} persons`}
          </span>
        </div>
        {list.isError && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
        {rows?.length === 0 && <NoPersons search={search} onClear={() => setTyped('')} />}
        {rows !== undefined && rows.length > 0 && (
          <div className="list__scroll">
            <table className={list.isPlaceholderData ? 'aging' : undefined}>
              <thead>
                <tr>
                  <SortHeader label="Person" name="name" sort={sort} onSort={setSort} />
                  {shown.map((name) => (
                    <th key={name} className="only-wide">
                      {name}
                    </th>
                  ))}
                  <SortHeader
                    label="First seen"
                    name="created"
                    sort={sort}
                    startsDescending
                    className="r"
                    onSort={setSort}
                  />
                </tr>
              </thead>
              <tbody>
                {rows.map(([{ display_name: name }, id, createdAt, ...values]) => (
                  <tr key={id}>
                    <td className="cut">
                      <Link href={`/project/${project.id}/persons/${id}`} className="strong">
                        {name}
                      </Link>
                    </td>
                    {shown.map((property, at) => (
                      <td key={property} className="soft cut only-wide">
                        {values[at] ?? '–'}
                      </td>
                    ))}
                    <td className="r soft">{day(createdAt, Date.now(), project.timezone)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {list.hasNextPage && (
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show {PAGE_ROWS} more
          </Button>
        )}
      </div>
    </>
  )
}

const MOST_SHOWN = 3
/**
 * Properties without a column: properties that make up the name of a person, and properties that SDKs set
 * by themselves.
 */
const NOT_SHOWN = /^(\$.*|e?mail|name|username)$/i

/** The properties that most persons have, which become columns. */
const shownProperties = (projectId: number) => ({
  queryKey: ['person-properties', projectId],
  queryFn: async () => {
    const params = { path: { project_id: String(projectId) }, query: { type: 'person' as const, limit: 100 } }
    const { results } = await bodyOf(api.GET('/api/projects/{project_id}/property_definitions/', { params }))
    return results
      .filter(({ name }) => !NOT_SHOWN.test(name))
      .sort((one, other) => (other.count ?? 0) - (one.count ?? 0))
      .slice(0, MOST_SHOWN)
      .map(({ name }) => name)
  },
})

const personCount = (projectId: number, search: string) => ({
  queryKey: ['person-count', projectId, search],
  queryFn: async () => {
    const params = { path: { project_id: String(projectId) }, query: { search, limit: 1 } }
    return (await bodyOf(api.GET('/api/projects/{project_id}/persons/', { params }))).count
  },
})

function NoPersons({ search, onClear }: { readonly search: string; onClear(): void }) {
  if (search === '') return <StateBox title="No persons yet" text="A person appears with its first event." />
  return (
    <StateBox
      title={`No person matches “${search}”`}
      text="The search looks in all properties, and for whole ids."
      actions={[{ label: 'Clear the search', onClick: onClear }]}
    />
  )
}
