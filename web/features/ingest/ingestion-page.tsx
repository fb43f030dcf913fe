import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { ingestion } from '#web/api/ingestion.ts'
import { useProject } from '#web/api/project.ts'
import { age, exactNumber } from '#web/ui/format.ts'
import { PageBar } from '#web/ui/page-bar.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { HoursChart } from './hours-chart.tsx'
import { Refusals } from './refusals.tsx'
import { totalsOf } from './report.ts'
import { UnknownTokens } from './unknown-tokens.tsx'
import './ingestion.css'

const EVERY_MS = 10_000
const RANGES = [
  { value: '1', label: '1h', words: 'this hour' },
  { value: '24', label: '24h', words: 'the last 24 hours' },
  { value: '168', label: '7d', words: 'the last 7 days' },
] as const
type Range = (typeof RANGES)[number]['value']

/**
 * The page `/ingestion`. It shows what arrived, what was refused and why, and what to do about it. `live`
 * is the list of events that arrive now.
 */
export function IngestionPage({ live }: { readonly live: ReactNode }) {
  const project = useProject()
  const [range, setRange] = useState<Range>('24')
  const report = useQuery({
    ...ingestion(project.id, { limit: 1, hours: Number(range), everyMs: EVERY_MS }),
    placeholderData: (before) => before,
  })
  const { timezone } = project
  const words = RANGES.find(({ value }) => value === range)?.words ?? ''
  return (
    <>
      <PageBar
        title="Ingestion"
        actions={
          <Link href={`/welcome?project=${project.id}`} className="btn only-wide">
            Snippets
          </Link>
        }
      />
      <div className="ing">
        <div className="ing__main">
          {report.isError && <ErrorBox error={report.error} onRetry={() => void report.refetch()} />}
          {report.data !== undefined && (
            <>
              <Summary
                words={words}
                totals={totalsOf(report.data.hours)}
                lastArrival={report.data.recent_events[0]?.inserted_at ?? null}
                timeZone={timezone}
              />
              <HoursChart hours={report.data.hours} timeZone={timezone} />
              <section>
                <div className="ing__h">
                  <h2>Refused or changed, and why</h2>
                  <Segmented<Range> label="Range" value={range} options={RANGES} onChange={setRange} />
                </div>
                <Refusals refusals={report.data.rejected} timeZone={timezone} />
              </section>
              <section>
                <div className="ing__h">
                  <h2>Unknown tokens</h2>
                  <span className="quiet">
                    since the start of the server,{' '}
                    {age(report.data.unknown_tokens_since, Date.now(), timezone)}
                  </span>
                </div>
                {report.data.unknown_tokens.length === 0 ? (
                  <p className="quiet">Every request had a known token.</p>
                ) : (
                  <UnknownTokens
                    tokens={report.data.unknown_tokens}
                    ownLength={project.api_token.length}
                    timeZone={timezone}
                  />
                )}
              </section>
            </>
          )}
        </div>
        <aside className="ing__live" aria-label="Arriving now">
          {live}
        </aside>
      </div>
    </>
  )
}

interface SummaryProps {
  readonly words: string
  readonly totals: ReturnType<typeof totalsOf>
  readonly lastArrival: string | null
  readonly timeZone: string
}

/** The summary of the last hours, as one sentence and five numbers. */
function Summary({ words, totals, lastArrival, timeZone }: SummaryProps) {
  const { stored, refused, changed, repeated } = totals
  const all = exactNumber(stored + refused)
  return (
    <>
      <p className="ing__s">
        In {words} <b className="num">{all}</b> {stored + refused === 1 ? 'event' : 'events'} arrived:{' '}
        <b className="num">{exactNumber(stored)}</b> {stored === 1 ? 'is' : 'are'} stored and{' '}
        <b className="num">{exactNumber(refused)}</b> {refused === 1 ? 'was' : 'were'} refused.
      </p>
      <dl className="nums">
        <div>
          <dt>Stored</dt>
          <dd>{exactNumber(stored)}</dd>
        </div>
        <div>
          <dt>Refused</dt>
          <dd className={refused > 0 ? 'warn' : undefined}>{exactNumber(refused)}</dd>
        </div>
        <div>
          <dt>Stored with changes</dt>
          <dd>{exactNumber(changed)}</dd>
        </div>
        <div>
          <dt>Sent twice, counted once</dt>
          <dd>{exactNumber(repeated)}</dd>
        </div>
        <div>
          <dt>Last arrival</dt>
          <dd>{lastArrival === null ? 'never' : age(lastArrival, Date.now(), timeZone)}</dd>
        </div>
      </dl>
    </>
  )
}
