import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { useProject } from '#web/api/project.ts'
import type { QueryNode, SeriesQuestion } from '#web/api/query-node.ts'
import { NEW_QUESTION } from '#web/question/node.ts'
import type { PanelProps } from '#web/question/point.ts'
import { eventDefinitions } from '#web/question/vocabulary.ts'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { markViewed, savedInsight } from './saved-insight.ts'
import { Workbench } from './workbench.tsx'
import '#web/question/question.css'
import './editor.css'

export interface EditorSlots {
  /** The panel that lists the people behind a number. If it is absent, no number can be opened. */
  readonly People?: ComponentType<PanelProps>
  /** The button that shares an insight that is saved. */
  readonly Share?: ComponentType<{ readonly insightId: number; readonly name: string }>
}

interface EditorProps extends EditorSlots {
  /** The short id of the insight; null for a new one. */
  readonly shortId: string | null
}

/** The editor of a new insight, or of a saved insight with the changes that are in `#q=`. */
export function Editor({ shortId, ...slots }: EditorProps) {
  return shortId === null ? <NewInsight {...slots} /> : <KeptInsight shortId={shortId} {...slots} />
}

/**
 * The editor of a new insight. Its question begins with the most frequent event, so that there is an answer
 * at once.
 */
function NewInsight(slots: EditorSlots) {
  const events = useQuery(eventDefinitions(useProject().id))
  if (events.isError) return <ErrorBox error={events.error} onRetry={() => void events.refetch()} />
  if (events.data === undefined) return null
  const first = events.data.events.find(({ name }) => name === '$pageview') ?? events.data.events[0]
  return <Workbench saved={null} initial={questionAbout(first?.name)} {...slots} />
}

const questionAbout = (event: string | undefined): QueryNode => {
  const series: SeriesQuestion['series'] = [{ kind: 'EventsNode', event: event ?? null }]
  return { ...NEW_QUESTION, series }
}

function KeptInsight({ shortId, ...slots }: EditorSlots & { readonly shortId: string }) {
  const { id: projectId } = useProject()
  const saved = useQuery(savedInsight(projectId, shortId))
  const insightId = saved.data?.insight.id
  useEffect(() => {
    // If this fails, only the list of viewed insights is out of date, so no error is shown.
    if (insightId) void markViewed(projectId, insightId).catch(() => undefined)
  }, [projectId, insightId])
  if (saved.isError) return <ErrorBox error={saved.error} onRetry={() => void saved.refetch()} />
  if (saved.data === undefined) return null
  if (saved.data.question === null)
    return (
      <StateBox
        title="This insight has the older filter format"
        text="Programs can read its result. The editor opens only insights that are saved as a query node."
      />
    )
  return <Workbench saved={saved.data} initial={saved.data.question} {...slots} />
}
