import { IconBuilding, IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { groupTypes } from '#web/api/group-types.ts'
import { useProject } from '#web/api/project.ts'
import { oneOf, rowsOf } from '#web/api/rows.ts'
import { addressOfQuestion } from '#web/question/use-question.ts'
import { capital } from '#web/ui/capital.ts'
import { age, exactNumber } from '#web/ui/format.ts'
import { PropertyTable } from '#web/ui/property-table.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { groupName } from './group-name.ts'
import { useEventNames } from './profile-event-names.ts'
import { ProfileFrame, type Subject } from './profile-frame.tsx'
import { oneGroup } from './profile-groups.tsx'
import { groupFilter, ProfileQuestions, questionAbout } from './profile-questions.tsx'
import { ProfileSessions } from './profile-sessions.tsx'
import { Timeline } from './timeline.tsx'

interface GroupProfileProps {
  readonly index: number
  readonly groupKey: string
}

/** The page `/groups/:index/:key` about one group, with its members and events. */
export function GroupProfile({ index, groupKey }: GroupProfileProps) {
  const project = useProject()
  const group = useQuery(oneGroup(project.id, index, groupKey))
  const type = useQuery(groupTypes(project.id)).data?.find((one) => one.index === index)
  const subject: Subject = { where: `$group_${index} = {key}`, values: { key: groupKey } }
  const names = useEventNames(subject)
  if (group.isError) return <ErrorBox error={group.error} onRetry={() => void group.refetch()} />
  if (group.data === undefined) return null
  const properties = (group.data.group_properties ?? {}) as Readonly<Record<string, unknown>>
  const filter = groupFilter(index, groupKey)
  return (
    <ProfileFrame
      crumb={{ label: capital(type?.plural ?? 'groups'), to: `/project/${project.id}/groups/${index}` }}
      face={<IconBuilding className="i" />}
      name={groupName(groupKey, properties)}
      sub={groupKey}
      firstSeen={group.data.created_at}
      subject={subject}
      actions={
        <Link href={addressOfQuestion(project.id, questionAbout(filter))} className="btn only-wide">
          <IconChartLine size={16} stroke={1.5} aria-hidden />
          New insight about this {type?.singular ?? 'group'}
        </Link>
      }
      tabs={[
        { label: 'Members', content: <Members subject={subject} /> },
        {
          label: 'Timeline',
          content: <Timeline conditions={{ properties: JSON.stringify([filter]) }} names={names} />,
        },
        { label: 'Sessions', content: <ProfileSessions subject={subject} /> },
        { label: 'Insights', content: <ProfileQuestions filter={filter} names={names} /> },
      ]}
      side={
        <section>
          <h3>Properties</h3>
          <PropertyTable properties={properties} most={20} className="props props--wide" />
        </section>
      }
    />
  )
}

const MOST_MEMBERS = 100

/** The persons who have events of the group, most recently active first. */
function Members({ subject }: { readonly subject: Subject }) {
  const project = useProject()
  const members = useQuery(
    rowsOf(
      project.id,
      `SELECT person_id, count(), max(timestamp) AS last FROM events WHERE ${subject.where} GROUP BY person_id ORDER BY last DESC LIMIT ${MOST_MEMBERS}`,
      subject.values,
    ),
  )
  const ids = members.data?.map(([id]) => String(id)) ?? []
  const { condition, values } = oneOf('id', 'id', ids)
  const named = useQuery({
    ...rowsOf(
      project.id,
      `SELECT id, coalesce(properties.email, properties.name) FROM persons WHERE ${condition}`,
      values,
    ),
    enabled: ids.length > 0,
  })
  const names = new Map(named.data?.map(([id, name]) => [id, name]))
  if (members.isError) return <ErrorBox error={members.error} />
  if (members.data?.length === 0)
    return <StateBox title="No members" text="No event of a person belongs to this group." />
  return (
    <div className="pp__tab">
      <table>
        <thead>
          <tr>
            <th>Person</th>
            <th className="r">Events</th>
            <th className="r">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {members.data?.map(([id, count, last]) => (
            <tr key={String(id)}>
              <td className="cut">
                <Link href={`/project/${project.id}/persons/${id}`} className="strong">
                  {names.get(id ?? '') ?? id}
                </Link>
              </td>
              <td className="r">{exactNumber(Number(count))}</td>
              <td className="r soft">{age(String(last), Date.now(), project.timezone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {members.data?.length === MOST_MEMBERS && <p className="quiet small">The last {MOST_MEMBERS}.</p>}
    </div>
  )
}
