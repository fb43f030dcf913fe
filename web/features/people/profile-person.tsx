import { IconChartLine, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, bodyOf } from '#web/api/client.ts'
import { type Project, useProject } from '#web/api/project.ts'
import { rowsOf } from '#web/api/rows.ts'
import { addressOfQuestion } from '#web/question/use-question.ts'
import { PropertyTable } from '#web/ui/property-table.tsx'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { DeletePerson } from './profile-delete.tsx'
import { useEventNames } from './profile-event-names.ts'
import { ProfileFrame, type Subject } from './profile-frame.tsx'
import { ProfileGroups } from './profile-groups.tsx'
import { ProfileQuestions, personFilter, questionAbout } from './profile-questions.tsx'
import { ProfileSessions } from './profile-sessions.tsx'
import { Timeline } from './timeline.tsx'

interface PersonProfileProps {
  readonly uuid: string
  /** Whether the user may delete persons. */
  readonly mayDelete: boolean
}

/** The page `/persons/:uuid` with everything that is known about a person. */
export function PersonProfile({ uuid, mayDelete }: PersonProfileProps) {
  const project = useProject()
  const person = useQuery({
    queryKey: ['person', project.id, uuid],
    queryFn: () =>
      bodyOf(
        api.GET('/api/projects/{project_id}/persons/{id}/', {
          params: { path: { project_id: String(project.id), id: uuid } },
        }),
      ),
  })
  if (person.isError) return <ErrorBox error={person.error} onRetry={() => void person.refetch()} />
  return person.data === undefined ? null : <Known person={person.data} mayDelete={mayDelete} />
}

interface KnownProps {
  readonly person: {
    readonly uuid: string
    readonly name: string
    readonly created_at: string
    readonly distinct_ids: readonly string[]
    readonly distinct_id_count: number
    readonly is_identified: boolean
    readonly properties?: unknown
  }
  readonly mayDelete: boolean
}

function Known({ person, mayDelete }: KnownProps) {
  const { uuid, name, distinct_ids: ids } = person
  const project = useProject()
  const subject: Subject = { where: 'person_id = {id}', values: { id: uuid } }
  const names = useEventNames(subject)
  const cohorts = useCohortsOf(project, uuid)
  const counted = useQuery(
    rowsOf(project.id, `SELECT count() FROM events WHERE ${subject.where}`, subject.values),
  )
  const properties = (person.properties ?? {}) as Readonly<Record<string, unknown>>
  const filter = personFilter(ids)
  const sub = [properties['name'], ids[0]].find((text) => typeof text === 'string' && text !== name)
  return (
    <ProfileFrame
      crumb={{ label: 'Persons', to: `/project/${project.id}/persons` }}
      face={name.slice(0, 2).toUpperCase()}
      name={name}
      sub={typeof sub === 'string' ? sub : person.is_identified ? 'identified' : 'anonymous'}
      firstSeen={person.created_at}
      subject={subject}
      actions={
        <Link href={addressOfQuestion(project.id, questionAbout(filter))} className="btn only-wide">
          <IconChartLine size={16} stroke={1.5} aria-hidden />
          New insight about this person
        </Link>
      }
      tabs={[
        { label: 'Timeline', content: <Timeline conditions={{ person_id: uuid }} names={names} /> },
        { label: 'Sessions', content: <ProfileSessions subject={subject} /> },
        { label: 'Insights', content: <ProfileQuestions filter={filter} names={names} /> },
        { label: 'Cohorts', count: cohorts?.length, content: <Cohorts cohorts={cohorts ?? []} /> },
        {
          label: 'Ids',
          count: person.distinct_id_count,
          content: <Ids ids={ids} count={person.distinct_id_count} />,
        },
      ]}
      side={
        <>
          <ProfileGroups subject={subject} />
          <section>
            <h3>Properties</h3>
            <PropertyTable properties={properties} most={12} className="props props--wide" />
          </section>
          <section className="danger">
            <a
              className="btn btn--small"
              href={`/api/projects/${project.id}/events/?person_id=${uuid}&format=csv`}
              download
            >
              <IconDownload size={14} stroke={1.5} aria-hidden />
              Export its events
            </a>
            {mayDelete && (
              <DeletePerson
                uuid={uuid}
                name={name}
                eventCount={counted.data === undefined ? null : Number(counted.data[0]?.[0] ?? 0)}
              />
            )}
          </section>
        </>
      }
    />
  )
}

interface CohortName {
  readonly id: number
  readonly name: string
}

/** Returns the cohorts that the person belongs to now, sorted by name; undefined until they are known. */
function useCohortsOf({ id: projectId }: Project, uuid: string): readonly CohortName[] | undefined {
  const { data: ids } = useQuery(
    rowsOf(projectId, 'SELECT DISTINCT cohort_id FROM cohort_people WHERE person_id = {id}', { id: uuid }),
  )
  const { data: all } = useQuery({
    queryKey: ['cohorts', projectId],
    queryFn: async () => {
      const params = { path: { project_id: String(projectId) }, query: { limit: 1_000 } }
      return (await bodyOf(api.GET('/api/projects/{project_id}/cohorts/', { params }))).results
    },
  })
  if (ids === undefined || all === undefined) return undefined
  const inside = new Set(ids.map(([id]) => Number(id)))
  return all.filter(({ id }) => inside.has(id))
}

function Cohorts({ cohorts }: { readonly cohorts: readonly CohortName[] }) {
  const project = useProject()
  if (cohorts.length === 0) return <p className="pp__tab quiet">In no cohort now.</p>
  return (
    <p className="pp__tab tags">
      {cohorts.map(({ id, name }) => (
        <Link key={id} href={`/project/${project.id}/cohorts/${id}`} className="tag">
          {name}
        </Link>
      ))}
    </p>
  )
}

const Ids = ({ ids, count }: { readonly ids: readonly string[]; readonly count: number }) => (
  <div className="pp__tab">
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <code>{id}</code>
        </li>
      ))}
    </ul>
    {count > ids.length && (
      <p className="quiet small">
        The first {ids.length} of {count}.
      </p>
    )}
  </div>
)
