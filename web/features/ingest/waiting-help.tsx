import { useEffect, useState } from 'react'
import { useProject } from '#web/api/project.ts'
import { age, exactNumber } from '#web/ui/format.ts'
import type { Language } from './snippets.ts'
import type { UnknownToken } from './unknown-tokens.tsx'
import { causesFor } from './waiting-causes.ts'

/**
 * Help appears only after this time, so that somebody who has just opened the page is not told at once what
 * may be wrong.
 */
const AFTER_MS = 20_000

interface WaitingHelpProps {
  readonly language: Language
  readonly origin: string
  readonly report: {
    readonly unknown_tokens: readonly UnknownToken[]
    readonly unknown_tokens_since: string
  }
}

/**
 * Appears after 20 seconds without an event. It lists the most common causes, and says whether requests
 * have had an unknown token.
 */
export function WaitingHelp({ language, origin, report }: WaitingHelpProps) {
  const { timezone } = useProject()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <section className="fm__help" aria-label="If no events arrive" aria-live="polite">
      {isShown && (
        <>
          <p className="strong">No events yet. The most common causes:</p>
          <dl>
            {causesFor(language, origin).map(({ what, remedy }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{remedy}</dd>
              </div>
            ))}
            <div>
              <dt>An unknown token</dt>
              <dd>{tokensSentence(report, timezone)}</dd>
            </div>
          </dl>
        </>
      )}
    </section>
  )
}

/**
 * Returns a sentence about requests with unknown tokens: how many there were, and how the last token began.
 */
function tokensSentence({ unknown_tokens, unknown_tokens_since }: WaitingHelpProps['report'], zone: string) {
  const since = age(unknown_tokens_since, Date.now(), zone)
  const [last] = unknown_tokens
  if (last === undefined)
    return `No request had an unknown token since this server started, ${since}. What you sent did not reach this server, or went to another of its projects.`
  const requests = unknown_tokens.reduce((sum, { count }) => sum + count, 0)
  const came = `${exactNumber(requests)} ${requests === 1 ? 'request' : 'requests'} had an unknown token since this server started, ${since}.`
  return `${came} The last began with ${last.start}, ${age(last.last_seen_at, Date.now(), zone)}. Copy the whole snippet again.`
}
