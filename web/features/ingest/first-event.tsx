import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ingestion } from '#web/api/ingestion.ts'
import { useProject } from '#web/api/project.ts'
import { sendTestEvent } from '#web/api/test-event.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { DemoLoader } from './demo-loader.tsx'
import { makeFirstDashboard } from './first-dashboard.ts'
import { FirstRefusals } from './first-refusals.tsx'
import { MakeDashboard } from './make-dashboard.tsx'
import { SnippetBox } from './snippet-box.tsx'
import { type Language, snippetOf } from './snippets.ts'
import { WaitingHelp } from './waiting-help.tsx'

const EVERY_MS = 2_000
/** How long the page shows that the first event has arrived, before it continues. */
const SHOWN_MS = 1_200

/** The sentence after a test event has arrived. It says what this proves and what it does not. */
const TESTED =
  'The test event arrived: this address and this token work. It is not stored, so this page still waits for an event of your product.'

/** The step in which a user copies a snippet. When the first event arrives, the page continues by itself. */
export function FirstEvent() {
  const project = useProject()
  const report = useQuery(ingestion(project.id, { limit: 1, hours: 0, everyMs: EVERY_MS }))
  const [openedMs] = useState(Date.now)
  const host = location.origin
  const [language, setLanguage] = useState<Language>('Browser')
  const count = report.data?.recent_events.length
  const wasEmpty = useRef(false)
  if (count === 0) wasEmpty.current = true
  const hasCome = count === 1 && wasEmpty.current
  return (
    <>
      <h1>{wasEmpty.current || count === undefined ? 'Send the first event' : 'Send events'}</h1>
      <p className="fm__lead">{snippetOf(language, host, project.api_token).lead}</p>
      <SnippetBox host={host} token={project.api_token} language={language} onLanguage={setLanguage} />
      {count === 1 && !wasEmpty.current ? (
        <div className="fm__lead line">
          <span>
            Events arrive already.{' '}
            <Link href={`/project/${project.id}/events`} className="strong">
              See them live
            </Link>
          </span>
          <MakeDashboard />
        </div>
      ) : (
        <Waiting hasCome={hasCome} openedMs={openedMs} />
      )}
      {report.data !== undefined && <FirstRefusals report={report.data} openedMs={openedMs} />}
      {report.data !== undefined && count === 0 && (
        <WaitingHelp language={language} origin={host} report={report.data} />
      )}
      <div className="fm__or">
        <span>or look around first</span>
      </div>
      <DemoLoader />
    </>
  )
}

interface WaitingProps {
  readonly hasCome: boolean
  readonly openedMs: number
}

/**
 * Shows a flat line with a moving point while the page waits. When the first event arrives, the line
 * becomes a bar and the page continues.
 */
function Waiting({ hasCome, openedMs }: WaitingProps) {
  const project = useProject()
  const [error, setError] = useState<string | null>(null)
  useTurn(hasCome, setError)
  const test = useMutation({ mutationFn: () => sendTestEvent(project.api_token) })
  const told = error ?? test.error?.message ?? (test.isSuccess ? TESTED : null)
  return (
    <section className={hasCome ? 'wait wait--came' : 'wait'} aria-live="polite">
      <svg className="wait__line" viewBox="0 0 720 40" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 20H720" />
      </svg>
      <span className="wait__dot" />
      <div className="wait__text">
        <span className="strong">{hasCome ? 'The first event is here' : 'Waiting for the first event'}</span>
        <span className="soft">
          {hasCome ? (error ?? 'Looking at your events.') : (told ?? <Listening openedMs={openedMs} />)}
        </span>
      </div>
      {!hasCome && <Button onClick={() => test.mutate()}>Send a test event</Button>}
    </section>
  )
}

/**
 * When the first event has arrived, creates and opens the first dashboard. If there are too few events for
 * a dashboard, opens the list of events.
 */
function useTurn(hasCome: boolean, onError: (sentence: string) => void) {
  const project = useProject()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const toast = useToast()
  useEffect(() => {
    if (!hasCome) return
    const stop = new AbortController()
    const shown = new Promise((resolve) => setTimeout(resolve, SHOWN_MS))
    Promise.all([makeFirstDashboard(project.id, stop.signal), shown])
      .then(([dashboardId]) => {
        if (stop.signal.aborted) return
        queries.clear()
        if (dashboardId === null)
          toast('The first event is here. You can create a first dashboard under Dashboards.')
        navigate(`/project/${project.id}/${dashboardId === null ? 'events' : `dashboards/${dashboardId}`}`)
      })
      .catch((failure: Error) => {
        if (!stop.signal.aborted) onError(failure.message)
      })
    return () => stop.abort()
  }, [hasCome, project.id, queries, navigate, onError, toast])
}

function Listening({ openedMs }: { readonly openedMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((nowMs - openedMs) / 1_000))
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <>
      This page continues by itself. <span aria-hidden="true">Listening for {clock}.</span>
    </>
  )
}
