import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, bodyOf } from '#web/api/client.ts'
import { groupTypes } from '#web/api/group-types.ts'
import { useProject } from '#web/api/project.ts'
import { Button } from '#web/ui/button.tsx'
import { capital } from '#web/ui/capital.ts'
import { day } from '#web/ui/format.ts'
import { PageBar } from '#web/ui/page-bar.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { useListAddress } from '#web/ui/use-list-address.ts'
import { groupName } from './group-name.ts'
import '#web/ui/list.css'

const MOST_COLUMNS = 3

/** The page `/groups/:index` with all groups of one type, newest first. */
export function GroupList({ index }: { readonly index: number }) {
  const project = useProject()
  const type = useQuery(groupTypes(project.id)).data?.find((one) => one.index === index)
  const { typed, setTyped, search } = useListAddress('')
  const list = useInfiniteQuery({
    queryKey: ['groups', project.id, index, search],
    queryFn: ({ pageParam, signal }) =>
      bodyOf(
        api.GET('/api/projects/{project_id}/groups/', {
          params: {
            path: { project_id: String(project.id) },
            query: {
              group_type_index: index,
              ...(search !== '' && { search }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => (next === null ? null : new URL(next).searchParams.get('cursor')),
    placeholderData: keepPreviousData,
  })
  const groups = list.data?.pages.flatMap(({ results }) => results)
  const columns = columnsOf(groups ?? [])
  const plural = type?.plural ?? 'groups'
  return (
    <>
      <PageBar title={capital(plural)} />
      <div className="page">
        <div className="list__tools">
          <SearchField label="Search in properties and keys" value={typed} onChange={setTyped} />
        </div>
        {list.isError && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
        {groups?.length === 0 &&
          (search === '' ? (
            <StateBox title={`No ${plural} yet`} text="A group appears with the first event that names it." />
          ) : (
            <StateBox
              title={`Nothing matches “${search}”`}
              actions={[{ label: 'Clear the search', onClick: () => setTyped('') }]}
            />
          ))}
        {groups !== undefined && groups.length > 0 && (
          <div className="list__scroll">
            <table className={list.isPlaceholderData ? 'aging' : undefined}>
              <thead>
                <tr>
                  <th>{capital(type?.singular ?? 'group')}</th>
                  {columns.map((name) => (
                    <th key={name} className="only-wide">
                      {name}
                    </th>
                  ))}
                  <th className="r">First seen</th>
                </tr>
              </thead>
              <tbody>
                {groups.map(({ group_key: key, group_properties: properties, created_at: createdAt }) => (
                  <tr key={key}>
                    <td className="cut">
                      <Link
                        href={`/project/${project.id}/groups/${index}/${encodeURIComponent(key)}`}
                        className="strong"
                      >
                        {groupName(key, properties)}
                      </Link>
                    </td>
                    {columns.map((name) => (
                      <td key={name} className="soft cut only-wide">
                        {cellOf((properties as Record<string, unknown> | null)?.[name])}
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
            Show 100 more
          </Button>
        )}
      </div>
    </>
  )
}

/** Returns the names of the properties that most of the shown groups have, at most three. */
function columnsOf(groups: readonly { readonly group_properties?: unknown }[]): string[] {
  const counts = new Map<string, number>()
  for (const { group_properties: properties } of groups)
    for (const name of Object.keys((properties ?? {}) as object))
      if (name !== 'name') counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_COLUMNS)
    .map(([name]) => name)
}

const cellOf = (value: unknown): string =>
  value === undefined || value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
