import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useProject } from '#web/api/project.ts'
import { rowsOf } from '#web/api/rows.ts'
import { age, day, exactNumber } from '#web/ui/format.ts'
import { PageBar } from '#web/ui/page-bar.tsx'
import { ProfileActivity } from './profile-activity.tsx'
import './profile.css'

/** The person or group that a profile is about, as a condition on events in SQL. */
export interface Subject {
  /** The condition, such as `person_id = {id}`. `values` has the values of its placeholders. */
  readonly where: string
  readonly values: Readonly<Record<string, string>>
}
export interface ProfileTab {
  readonly label: string
  readonly count?: number | undefined
  readonly content: ReactNode
}
interface ProfileFrameProps {
  readonly crumb: { readonly label: string; readonly to: string }
  readonly face: ReactNode
  readonly name: string
  readonly sub: string
  readonly firstSeen: string
  readonly subject: Subject
  readonly tabs: readonly ProfileTab[]
  readonly actions?: ReactNode
  readonly side: ReactNode
}

/** The layout of the profile of a person or group: facts, activity, tabs, and properties at the right. */
export function ProfileFrame({
  crumb,
  face,
  name,
  sub,
  firstSeen,
  subject,
  tabs,
  actions,
  side,
}: ProfileFrameProps) {
  const { id: projectId, timezone } = useProject()
  const [tabIndex, setTabIndex] = useState(0)
  const panelId = useId()
  const facts = useQuery(
    rowsOf(
      projectId,
      `SELECT count(), uniq($session_id), max(timestamp) FROM events WHERE ${subject.where}`,
      subject.values,
    ),
  )
  const [events, sessions, lastSeen] = facts.data?.[0] ?? []
  const nowMs = Date.now()
  return (
    <>
      <PageBar crumb={crumb} title={name} actions={actions} />
      <div className="pp">
        <div className="pp__main">
          <div className="pp__head">
            <span className="face face--big" aria-hidden>
              {face}
            </span>
            <div className="grow">
              <h2 className="cut">{name}</h2>
              <p className="soft cut">{sub}</p>
            </div>
            <dl className="facts">
              <Fact label="First seen">{day(firstSeen, nowMs, timezone)}</Fact>
              <Fact label="Last seen">
                {typeof lastSeen === 'string' ? age(lastSeen, nowMs, timezone) : '–'}
              </Fact>
              <Fact label="Events">{events === undefined ? '–' : exactNumber(Number(events))}</Fact>
              <Fact label="Sessions">{sessions === undefined ? '–' : exactNumber(Number(sessions))}</Fact>
            </dl>
          </div>
          <ProfileActivity subject={subject} />
          <div className="tabs" role="tablist" aria-label="Profile">
            {tabs.map(({ label, count }, index) => (
              <button
                key={label}
                type="button"
                role="tab"
                className="tab"
                aria-selected={index === tabIndex}
                aria-controls={panelId}
                onClick={() => setTabIndex(index)}
              >
                {label} {count !== undefined && <span className="n">{exactNumber(count)}</span>}
              </button>
            ))}
          </div>
          <div id={panelId} role="tabpanel" aria-label={tabs[tabIndex]?.label}>
            {tabs[tabIndex]?.content}
          </div>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
        <aside className="pp__side" tabIndex={0} aria-label="Properties">
          {side}
        </aside>
      </div>
    </>
  )
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </div>
)
