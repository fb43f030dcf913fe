import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '#web/api/ask.ts'
import { useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import type { ResultsOf, Schema } from '#web/api/results.ts'
import type { Point } from '#web/question/point.ts'
import { exactNumber } from '#web/ui/format.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'

type Correlation = ResultsOf<'FunnelCorrelationQuery'>
type Correlated = Schema<'CorrelatedItem'>
type LookedAt = 'events' | 'properties'

const partOf = (lookedAt: LookedAt): Partial<Schema<'FunnelCorrelationQuery'>> => ({
  funnelCorrelationType: lookedAt,
  ...(lookedAt === 'properties' && { funnelCorrelationNames: ['$all'] }),
})

interface WhatDiffersProps {
  readonly node: QueryNode<'FunnelCorrelationQuery'>
  /** Whether the question has a breakdown, which the correlation ignores. */
  readonly isBrokenDown: boolean
  onPoint(point: Point): void
}

/**
 * Lists the events and properties that are more frequent among the actors who went on, or among those who
 * dropped.
 */
export function WhatDiffers({ node, isBrokenDown, onPoint }: WhatDiffersProps) {
  const projectId = useProject().id
  const [lookedAt, setLookedAt] = useState<LookedAt>('events')
  const asked: QueryNode<'FunnelCorrelationQuery'> = {
    ...node,
    ...partOf(lookedAt),
  }
  const answer = useQuery({
    queryKey: ['answer', projectId, asked],
    queryFn: async ({ signal }) => (await ask({ projectId, node: asked, signal })).results,
  })
  return (
    <div className="people__scroll people__differs">
      <Segmented<LookedAt>
        label="Compare by"
        value={lookedAt}
        options={[
          { value: 'events', label: 'Events' },
          { value: 'properties', label: 'Properties' },
        ]}
        onChange={setLookedAt}
      />
      {answer.isError && <ErrorBox error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <div className="skeleton people__waiting" />}
      {answer.data?.events.length === 0 && (
        <StateBox
          title="No significant differences"
          text="Items with fewer than 25 persons and less than 2 % of all persons are left out."
        />
      )}
      {answer.data !== undefined && answer.data.events.length > 0 && (
        <>
          <Side
            title="More often among those who went on"
            side="success"
            answer={answer.data}
            onPoint={onPoint}
          />
          <Side
            title="More often among those who dropped"
            side="failure"
            answer={answer.data}
            onPoint={onPoint}
          />
          <p className="quiet people__note">
            {isBrokenDown && 'All values of the breakdown together. '}
            {answer.data.skewed && 'One side is more than ten times the size of the other: read with care. '}
            This is a correlation. It does not show that one leads to the other.
          </p>
        </>
      )}
    </div>
  )
}

interface SideProps {
  readonly title: string
  readonly side: Correlated['correlation_type']
  readonly answer: Correlation
  onPoint(point: Point): void
}

function Side({ title, side, answer, onPoint }: SideProps) {
  const items = answer.events.filter((one) => one.correlation_type === side)
  if (items.length === 0) return null
  return (
    <section>
      <h3 className="people__heading">{title}</h3>
      <ul>
        {items.map((item) => {
          const name = item.event.event.replaceAll('::', ': ')
          const part = (count: number, url: string | null, did: string) => (
            <button
              type="button"
              disabled={url === null}
              onClick={() => url !== null && onPoint({ peopleUrl: url, title: `${name}, ${did}`, count })}
            >
              {exactNumber(count)} {did}
            </button>
          )
          return (
            <li key={item.event.event} className="differ">
              <span className="strong cut" title={name}>
                {name}
              </span>
              <span className="num soft">{oddsText(item.odds_ratio)}</span>
              <span className="line differ__counts">
                {part(item.success_count, item.success_people_url, 'went on')}
                {part(item.failure_count, item.failure_people_url, 'dropped')}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/**
 * Returns the odds ratio as a number above 1. The heading of the list says for which of the two sides it
 * is.
 */
const oddsText = (ratio: number): string =>
  `${exactNumber(ratio >= 1 ? ratio : 1 / Math.max(ratio, 1e-9), 1)} × the odds`
