import { useState } from 'react'
import { Link } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { eventSummary } from '#web/question/event-summary.ts'
import { day } from '#web/ui/format.ts'
import { dateFormat } from '#web/ui/formatters.ts'
import { PropertyTable } from '#web/ui/property-table.tsx'

export interface LiveEvent {
  readonly id: string
  readonly event: string
  readonly at: string
  readonly distinctId: string
  /** The name of the person; without one, the distinct id of the event. */
  readonly who: string
  readonly properties: Readonly<Record<string, unknown>>
}

interface LiveRowProps {
  readonly event: LiveEvent
  /**
   * Whether the row is narrow. A narrow row shows the time of day without the date, and no summary of the
   * event.
   */
  readonly isNarrow?: boolean
}

/** A row for one event. It expands in place. */
export function LiveRow({ event, isNarrow = false }: LiveRowProps) {
  const project = useProject()
  const [isOpen, setOpen] = useState(false)
  const time = dateFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: project.timezone,
  }).format(new Date(event.at))
  return (
    <li>
      <button type="button" className="live__row" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className="num quiet" title={event.at}>
          {!isNarrow && <span className="only-wide">{day(event.at, Date.now(), project.timezone)} </span>}
          {time}
        </span>
        <span className="strong cut">{event.event}</span>
        <span className="soft cut">{event.who}</span>
        {!isNarrow && <span className="quiet cut only-wide">{eventSummary(event)}</span>}
      </button>
      {isOpen && (
        <div className="live__more">
          <PropertyTable
            properties={{ ...event.properties, 'distinct id': event.distinctId, uuid: event.id }}
          />
          <Link
            href={`/project/${project.id}/persons?${new URLSearchParams({ search: event.distinctId })}`}
            className="btn btn--small"
          >
            Open the person
          </Link>
        </div>
      )}
    </li>
  )
}
