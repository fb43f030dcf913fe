import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'
import { useEventNames } from '#web/question/event-names.ts'
import { PageBar } from '#web/ui/page-bar.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { type LiveEvent, LiveRow } from './live-row.tsx'
import { PauseButton } from './pause-button.tsx'
import { useLive } from './use-live.ts'
import './events.css'

const EVERY_MS = 2_000
const MOST = 100

/** The page `/events`. It shows the last events while they arrive, either all events or those of one name. */
export function LiveEvents() {
  const project = useProject()
  const [address, change] = useSearchState()
  const name = address.get('event') ?? ''
  const names = useEventNames()
  const list = useQuery({
    queryKey: ['live-events', project.id, name],
    queryFn: async ({ signal }) => {
      const { results } = await bodyOf(
        api.GET('/api/projects/{project_id}/events/', {
          params: {
            path: { project_id: String(project.id) },
            query: { limit: MOST, ...(name !== '' && { event: name }) },
          },
          signal,
        }),
      )
      return results.map(toLiveEvent)
    },
    refetchInterval: EVERY_MS,
  })
  const live = useLive(list.data ?? [])
  return (
    <>
      <PageBar
        title="Events"
        actions={
          <PauseButton
            isReady={list.data !== undefined}
            isPaused={live.isPaused}
            waiting={live.waiting}
            most={MOST}
            onToggle={live.toggle}
          />
        }
      />
      <div className="page">
        <div className="line live__tools">
          <select
            aria-label="Event"
            className="pill"
            value={name}
            onChange={(chosen) => change({ event: chosen.target.value })}
          >
            <option value="">All events</option>
            {[...new Set(name === '' ? names : [name, ...names])].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <span className="grow" />
          <span className="quiet">
            The last {MOST}, {project.timezone} time
          </span>
        </div>
        {list.isError && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.length === 0 && (
          <StateBox
            title={name === '' ? 'No events yet' : `No events named “${name}”`}
            text="Events appear here as they arrive."
            actions={
              name === '' ? [] : [{ label: 'Show all events', onClick: () => change({ event: null }) }]
            }
          />
        )}
        <ol className="live">
          {live.rows.map((event) => (
            <LiveRow key={event.id} event={event} />
          ))}
        </ol>
      </div>
    </>
  )
}

interface ListedEvent {
  readonly id: string
  readonly event: string
  readonly timestamp: string
  readonly distinct_id: string
  readonly properties?: unknown
  readonly person: { readonly properties?: unknown } | null
}

function toLiveEvent(listed: ListedEvent): LiveEvent {
  const { id, event, timestamp, distinct_id: distinctId, properties, person } = listed
  const of = (person?.properties ?? {}) as Readonly<Record<string, unknown>>
  const who = [of['email'], of['name'], distinctId].find((text) => typeof text === 'string')
  return {
    id,
    event,
    at: timestamp,
    distinctId,
    who: String(who),
    properties: (properties ?? {}) as Readonly<Record<string, unknown>>,
  }
}
