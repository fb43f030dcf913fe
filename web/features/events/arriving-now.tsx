import { useQuery } from '@tanstack/react-query'
import { ingestion } from '#web/api/ingestion.ts'
import { useProject } from '#web/api/project.ts'
import { LiveRow } from './live-row.tsx'
import { PauseButton } from './pause-button.tsx'
import { useLive } from './use-live.ts'
import './events.css'

const EVERY_MS = 2_000
const MOST = 30

/** The events that arrived last, shown next to the ingestion report. */
export function ArrivingNow() {
  const project = useProject()
  const { data } = useQuery(ingestion(project.id, { limit: MOST, hours: 0, everyMs: EVERY_MS }))
  const live = useLive(
    (data?.recent_events ?? []).map((event) => ({
      id: event.uuid,
      event: event.event,
      at: event.inserted_at,
      distinctId: event.distinct_id,
      who: event.distinct_id,
      properties: (event.properties ?? {}) as Readonly<Record<string, unknown>>,
    })),
  )
  return (
    <div className="arriving">
      <div className="arriving__head">
        <h2>Arriving now</h2>
        <PauseButton
          isReady={data !== undefined}
          isPaused={live.isPaused}
          waiting={live.waiting}
          most={MOST}
          onToggle={live.toggle}
        />
      </div>
      {live.rows.length === 0 && <p className="quiet">Nothing has arrived yet.</p>}
      <ol className="live">
        {live.rows.map((event) => (
          <LiveRow key={event.id} event={event} isNarrow />
        ))}
      </ol>
    </div>
  )
}
