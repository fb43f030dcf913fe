import { IconAlertTriangle } from '@tabler/icons-react'
import { useProject } from '#web/api/project.ts'
import { age } from '#web/ui/format.ts'
import { type Refusal, titleOfRefusal, WhatToDo } from './refusals.tsx'
import { guess, type UnknownToken } from './unknown-tokens.tsx'
import './ingestion.css'

interface Report {
  readonly rejected: readonly Refusal[]
  readonly unknown_tokens: readonly UnknownToken[]
}
interface FirstRefusalsProps {
  readonly report: Report
  readonly openedMs: number
}

/**
 * Refusals also count if they happened up to this long before the page was opened, because somebody may
 * have tried just before.
 */
const BEFORE_MS = 10 * 60_000
const MOST = 3

/** Shows what was refused while the page waits, and what to do about it. */
export function FirstRefusals({ report, openedMs }: FirstRefusalsProps) {
  const project = useProject()
  const isRecent = (at: string | null) => at !== null && Date.parse(at) >= openedMs - BEFORE_MS
  const tokens = report.unknown_tokens.filter(({ last_seen_at: at }) => isRecent(at))
  const refusals = report.rejected.filter(
    ({ reason, last_seen_at: at }) => reason !== 'test_event' && isRecent(at),
  )
  return (
    <div role="log" aria-label="Refused">
      {tokens.slice(0, MOST).map((token) => (
        <div key={`${token.start} ${token.length}`} className="callout">
          <IconAlertTriangle className="i" aria-hidden />
          <p>
            <span className="strong">
              A request came {age(token.last_seen_at, Date.now(), project.timezone)}, with a token that is not
              this project's.
            </span>{' '}
            <span className="soft">
              It began with <code>{token.start}</code>
              {token.looks_like_this_project
                ? ` and looks like ${guess(token, project.api_token.length)}. Copy the whole snippet again.`
                : '; the token of this project begins differently. Copy the snippet from here.'}
            </span>
          </p>
        </div>
      ))}
      {refusals.slice(0, MOST).map((refusal) => (
        <div key={refusal.reason} className="callout">
          <IconAlertTriangle className="i" aria-hidden />
          <div className="grow">
            <span className="strong">{titleOfRefusal(refusal)}</span>
            <WhatToDo refusal={refusal} />
          </div>
        </div>
      ))}
    </div>
  )
}
