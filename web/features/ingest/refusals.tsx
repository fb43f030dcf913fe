import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { EXPLANATIONS, type IngestIssue } from '#contract/ingest-issue.ts'
import { age, exactNumber } from '#web/ui/format.ts'
import { fateOf, markFault, titleOf } from './report.ts'

export interface Refusal {
  readonly reason: IngestIssue
  readonly recent_count: number
  readonly last_seen_at: string | null
  readonly sample: string | null
}

interface RefusalsProps {
  readonly refusals: readonly Refusal[]
  readonly timeZone: string
}

/**
 * The reasons why events were refused or changed, most frequent first. Each expands to an explanation of
 * what to do.
 */
export function Refusals({ refusals, timeZone }: RefusalsProps) {
  const shown = refusals
    .filter(({ recent_count: count }) => count > 0)
    .sort((one, other) => other.recent_count - one.recent_count)
  const [opened, setOpened] = useState<string | null | undefined>(undefined)
  // Until the user opens or closes a reason, the first one is open.
  const open = opened === undefined ? shown[0]?.reason : opened
  if (shown.length === 0) return <p className="quiet">Every event was stored as it was sent.</p>
  return (
    <table className="why">
      <thead>
        <tr>
          <th>Reason</th>
          <th className="only-wide">Outcome</th>
          <th className="r">Events</th>
          <th className="r only-wide">Last</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((one) => {
          const isOpen = open === one.reason
          const Icon = isOpen ? IconChevronDown : IconChevronRight
          return (
            <Fragment key={one.reason}>
              <tr className={isOpen ? 'openrow' : undefined}>
                <td>
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    onClick={() => setOpened(isOpen ? null : one.reason)}
                  >
                    <Icon size={14} stroke={1.5} aria-hidden />
                    {titleOf(one.reason)}
                  </button>
                </td>
                <td className="soft only-wide">{fateOf(one.reason)}</td>
                <td className="r">{exactNumber(one.recent_count)}</td>
                <td className="r soft only-wide">
                  {one.last_seen_at !== null && age(one.last_seen_at, Date.now(), timeZone)}
                </td>
              </tr>
              {isOpen && (
                <tr className="more">
                  <td colSpan={4}>
                    <WhatToDo refusal={one} />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

/** Returns the title of a refusal, such as `Missing distinct id: refused`. */
export const titleOfRefusal = ({ reason }: Refusal): string => `${titleOf(reason)}: ${fateOf(reason)}`

/**
 * Explains a reason and what to do about it. Shows the last event that had this reason, with the fault
 * marked.
 */
export function WhatToDo({ refusal: { reason, sample } }: { readonly refusal: Refusal }) {
  const { sentence, remedy } = EXPLANATIONS[reason]
  const marked = sample === null ? null : markFault(reason, sample)
  return (
    <div className="do">
      <p className="soft">{sentence.replaceAll('`', '')}</p>
      <p>
        <span className="strong">What to do.</span> <span className="soft">{remedy.replaceAll('`', '')}</span>
      </p>
      {sample !== null && (
        <pre className="sample">
          {marked === null ? (
            sample
          ) : (
            <>
              {marked.before}
              <mark>{marked.fault}</mark>
              {marked.after}
            </>
          )}
        </pre>
      )}
    </div>
  )
}
