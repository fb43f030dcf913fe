import { IconBuilding, IconChevronRight } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, bodyOf } from '#web/api/client.ts'
import { groupTypes } from '#web/api/group-types.ts'
import { useProject } from '#web/api/project.ts'
import { rowsOf } from '#web/api/rows.ts'
import { capital } from '#web/ui/capital.ts'
import { groupName } from './group-name.ts'
import type { Subject } from './profile-frame.tsx'

const MOST_OF_TYPE = 5

/** The groups that events of the person belong to, most recent first. */
export function ProfileGroups({ subject }: { readonly subject: Subject }) {
  const project = useProject()
  const types = useQuery(groupTypes(project.id)).data ?? []
  const found = useQueries({
    queries: types.map(({ index }) =>
      rowsOf(
        project.id,
        `SELECT $group_${index}, max(timestamp) AS last FROM events WHERE ${subject.where} AND $group_${index} IS NOT NULL GROUP BY $group_${index} ORDER BY last DESC LIMIT ${MOST_OF_TYPE}`,
        subject.values,
      ),
    ),
  })
  return types.map(({ index, singular }, at) => {
    const keys = found[at]?.data?.map(([key]) => String(key)) ?? []
    if (keys.length === 0) return null
    return (
      <section key={index}>
        <h3>{capital(singular)}</h3>
        {keys.map((key) => (
          <GroupCard key={key} index={index} groupKey={key} />
        ))}
      </section>
    )
  })
}

interface GroupCardProps {
  readonly index: number
  readonly groupKey: string
}

function GroupCard({ index, groupKey }: GroupCardProps) {
  const project = useProject()
  const { data } = useQuery(oneGroup(project.id, index, groupKey))
  const name = groupName(groupKey, data?.group_properties)
  return (
    <Link href={`/project/${project.id}/groups/${index}/${encodeURIComponent(groupKey)}`} className="acct">
      <span className="acct__i">
        <IconBuilding size={16} stroke={1.5} aria-hidden />
      </span>
      <span className="grow">
        <span className="strong cut">{name}</span>
        {name !== groupKey && <span className="acct__sub cut">{groupKey}</span>}
      </span>
      <IconChevronRight size={14} stroke={1.5} aria-hidden />
    </Link>
  )
}

/**
 * Fetches a group by its key.
 * @throws ApiError 404 if there is no such group.
 */
export const oneGroup = (projectId: number, index: number, key: string) => ({
  queryKey: ['group', projectId, index, key],
  queryFn: () =>
    bodyOf(
      api.GET('/api/projects/{project_id}/groups/find/', {
        params: {
          path: { project_id: String(projectId) },
          query: { group_type_index: index, group_key: key },
        },
      }),
    ),
})
