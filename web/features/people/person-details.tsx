import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { lastEvents } from '#web/api/last-events.ts'
import type { Actor } from '#web/api/people.ts'
import { type Project, useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { day } from '#web/ui/format.ts'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { Explain } from './explain.tsx'
import { MomentText } from './moment-text.tsx'
import { fiveProperties } from './panel-actor.ts'

/**
 * The content of an expanded row of a list. It has properties of the actor, and the link to the profile. In
 * a list of a funnel it explains why the actor is in the list; in any other list it has the person's last
 * events.
 */
export function PersonDetails({ actor, question }: { readonly actor: Actor; readonly question: QueryNode }) {
  const project = useProject()
  const properties = actor.type === 'session' ? [] : fiveProperties(actor.properties)
  const profile = profileOf(actor, project)
  const since = actor.type === 'session' ? null : actor.created_at
  return (
    <>
      <dl className="props">
        {properties.map(([key, value]) => (
          <PropertyPair key={key} name={key} value={value} />
        ))}
        {since !== null && (
          <PropertyPair name="Known since" value={day(since, Date.now(), project.timezone)} />
        )}
      </dl>
      {actor.explain_url != null && <Explain url={actor.explain_url} question={question} />}
      {actor.explain_url == null && actor.type === 'person' && actor.has_profile && (
        <LastEvents personUuid={actor.uuid} />
      )}
      {profile !== null && (
        <Link href={profile} className="who__profile">
          Open profile <IconArrowRight size={14} aria-hidden />
        </Link>
      )}
      {actor.type === 'person' && !actor.has_profile && (
        <p className="soft people__note">The events of this person have no profile.</p>
      )}
    </>
  )
}

const PropertyPair = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt className="cut" title={name}>
      {name}
    </dt>
    <dd className="cut" title={value}>
      {value}
    </dd>
  </>
)

function profileOf(actor: Actor, { id }: Project): string | null {
  if (actor.type === 'group')
    return `/project/${id}/groups/${actor.group_type_index}/${encodeURIComponent(actor.group_key)}`
  return actor.type === 'person' && actor.has_profile ? `/project/${id}/persons/${actor.uuid}` : null
}

function LastEvents({ personUuid }: { readonly personUuid: string }) {
  const events = useQuery(lastEvents(useProject().id, personUuid))
  if (events.isError) return <ErrorBox error={events.error} onRetry={() => void events.refetch()} />
  if (events.data === undefined) return <div className="skeleton people__waiting" />
  return (
    <>
      <p className="strong people__heading">Last events</p>
      <ol className="steps">
        {events.data.toReversed().map((event) => (
          <li key={event.id}>
            <span className="cut">
              {event.event} <span className="quiet">{pathOf(event.properties)}</span>
            </span>
            <span className="t">
              <MomentText at={event.timestamp} />
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

const pathOf = (properties: Readonly<Record<string, unknown>>): string => {
  const path = properties['$pathname']
  return typeof path === 'string' ? path : ''
}
