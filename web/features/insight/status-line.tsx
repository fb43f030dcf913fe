import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useProject } from '#web/api/project.ts'
import { day, exactNumber, shortNumber, timeOfDay } from '#web/ui/format.ts'
import type { AnswerState } from './use-answer.ts'

/**
 * Shows how long the answer took and how old it is, with a button that asks again. While a question runs,
 * it shows the seconds so far and a button that cancels it.
 */
export function StatusLine({ answer }: { readonly answer: AnswerState }) {
  const { timezone } = useProject()
  const { given, isAsking, again, cancel } = answer
  const seconds = useSeconds(isAsking)
  if (isAsking && seconds >= 1)
    return (
      <div className="status">
        {given !== null && <span>{asOf(given.body.last_refresh, timezone)}</span>}
        {given !== null && <span className="sep" />}
        <span>Counting, {seconds.toFixed(1)} s</span>
        <span className="grow" />
        <button type="button" className="soft" onClick={cancel}>
          Cancel
        </button>
      </div>
    )
  if (given === null) return <div className="status" />
  const { computed_ms: ms, rows_read: rows, last_refresh, is_cached } = given.body
  return (
    <div className="status">
      {ms !== null && <span>{exactNumber(Math.max(ms / 1_000, 0.01))} s</span>}
      {ms !== null && <span className="sep" />}
      {rows !== null && <span title={exactNumber(rows)}>{shortNumber(rows)} rows read</span>}
      {rows !== null && <span className="sep" />}
      <span>
        {asOf(last_refresh, timezone)}
        {is_cached && ', cached'}
      </span>
      <span className="grow" />
      <button type="button" className="line again" aria-keyshortcuts="r" onClick={again}>
        <IconRefresh size={14} aria-hidden />
        Refresh
      </button>
    </div>
  )
}

/**
 * Returns when an answer was computed, such as `as of 10:42`. If that was not today, the text has the day.
 */
function asOf(iso: string | null, timeZone: string): string {
  if (iso === null) return ''
  const now = Date.now()
  const then = day(iso, now, timeZone)
  const date = then === day(new Date(now).toISOString(), now, timeZone) ? '' : `${then}, `
  return `as of ${date}${timeOfDay(iso, timeZone)}`
}

const TICK_MS = 100

/** Returns how many seconds the work has been running; 0 if none is running. */
function useSeconds(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    setSeconds(0)
    if (!isRunning) return
    const startedMs = performance.now()
    const ticks = setInterval(() => setSeconds((performance.now() - startedMs) / 1_000), TICK_MS)
    return () => clearInterval(ticks)
  }, [isRunning])
  return seconds
}
