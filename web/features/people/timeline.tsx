import { IconArrowsSplit2, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'
import { eventSummary } from '#web/question/event-summary.ts'
import { Button } from '#web/ui/button.tsx'
import { day, duration, timeOfDay } from '#web/ui/format.ts'
import { PropertyTable } from '#web/ui/property-table.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { joinedId, type TimelineEvent, type TimelineSession, timelineOf } from './timeline-sessions.ts'

/** Says which events the timeline has: the events of a person, or the events that match filters. */
export interface TimelineConditions {
  readonly person_id?: string
  /** Filters as JSON text. */
  readonly properties?: string
}
interface TimelineProps {
  readonly conditions: TimelineConditions
  /** The names of the events of this timeline, most frequent first. */
  readonly names: readonly string[]
}

const PAGE_EVENTS = 100

/**
 * The events of a person or group by day and session, newest first. Events that joined an id to the person
 * are marked.
 */
export function Timeline({ conditions, names }: TimelineProps) {
  const project = useProject()
  const [name, setName] = useState('')
  const list = useInfiniteQuery({
    queryKey: ['timeline', project.id, conditions, name],
    queryFn: async ({ pageParam, signal }) =>
      bodyOf(
        api.GET('/api/projects/{project_id}/events/', {
          params: {
            path: { project_id: String(project.id) },
            query: {
              ...conditions,
              limit: PAGE_EVENTS,
              ...(name !== '' && { event: name }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => (next === null ? null : new URL(next).searchParams.get('cursor')),
  })
  const events = list.data?.pages.flatMap(({ results }) => results as readonly TimelineEvent[])
  return (
    <div className="tl">
      <div className="pp__tools line">
        <select
          aria-label="Event"
          className="pill"
          value={name}
          onChange={(change) => setName(change.target.value)}
        >
          <option value="">All events</option>
          {names.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <span className="grow" />
        <span className="quiet small">{project.timezone} time</span>
      </div>
      {list.isError && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
      {events?.length === 0 && <StateBox title="No events" text="Nothing has been captured here." />}
      {timelineOf(events ?? [], project.timezone).map(({ date, sessions }) => (
        <Fragment key={date}>
          <h3 className="day">{day(sessions[0]?.endsAt ?? date, Date.now(), project.timezone)}</h3>
          {sessions.map((session) => (
            <Session key={session.key} session={session} />
          ))}
        </Fragment>
      ))}
      {list.hasNextPage && (
        <div className="tl__more">
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show earlier events
          </Button>
        </div>
      )}
    </div>
  )
}

function Session({ session }: { readonly session: TimelineSession }) {
  const { timezone } = useProject()
  const [from, to] = [timeOfDay(session.startsAt, timezone), timeOfDay(session.endsAt, timezone)]
  const seconds = (Date.parse(session.endsAt) - Date.parse(session.startsAt)) / 1_000
  const Icon = session.isPhone ? IconDeviceMobile : IconDeviceDesktop
  return (
    <section className="ses" aria-label={`${from} to ${to}`}>
      <header className="line">
        <span className="strong num">{from === to ? from : `${from} to ${to}`}</span>
        <span className="quiet line cut">
          {session.device !== '' && <Icon size={14} stroke={1.5} aria-hidden />}
          <span className="cut">
            {[session.device, seconds >= 1 ? duration(seconds) : '']
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
        </span>
      </header>
      <ol>
        {session.events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
    </section>
  )
}

function EventRow({ event }: { readonly event: TimelineEvent }) {
  const { timezone } = useProject()
  const [isOpen, setOpen] = useState(false)
  const joined = joinedId(event)
  return (
    <>
      <li>
        <button
          type="button"
          className={isOpen ? 'ev ev--open' : 'ev'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="ev__t num">{timeOfDay(event.timestamp, timezone)}</span>
          <span className="strong cut">{event.event}</span>
          <span className="ev__d cut">{eventSummary(event)}</span>
        </button>
        {isOpen && (
          <div className="ev__more">
            <PropertyTable properties={{ ...event.properties, 'distinct id': event.distinct_id }} />
          </div>
        )}
      </li>
      {joined !== null && (
        <li className="join">
          <IconArrowsSplit2 size={14} stroke={1.5} aria-hidden />
          <span>
            The id <code>{joined}</code> is known from here on: its earlier events were joined.
          </span>
        </li>
      )}
    </>
  )
}
