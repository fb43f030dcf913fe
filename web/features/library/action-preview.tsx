import { useQuery } from '@tanstack/react-query'
import { useProject } from '#web/api/project.ts'
import { age, exactNumber } from '#web/ui/format.ts'
import { Refusal } from '#web/ui/refusal.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { eventsWith } from './action-data.ts'
import { type ActionStep, isStepComplete, questionOfStep } from './action-steps.ts'

const PAUSE_MS = 300

interface ActionPreviewProps {
  /** The id of the action if it is saved and has not been changed since; otherwise null. */
  readonly savedId: number | null
  readonly steps: readonly ActionStep[]
}

/**
 * The events that an action matches. For a saved action they are exact. Otherwise there is a list for each
 * step as it was typed.
 */
export function ActionPreview({ savedId, steps }: ActionPreviewProps) {
  const typed = JSON.parse(useSettled(JSON.stringify(steps), PAUSE_MS)) as readonly ActionStep[]
  if (savedId !== null)
    return <Matched label="events in the last 30 days" restriction={{ actionId: savedId }} />
  const complete = typed.filter(isStepComplete)
  if (complete.length === 0) return <p className="quiet">Add a step to see which events it matches.</p>
  return complete.map((step, index) => {
    const asked = questionOfStep(step)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index
      <section key={index}>
        {complete.length > 1 && <h3 className="quiet">Step {index + 1}</h3>}
        {asked === null ? (
          <p className="quiet">Elements of a page are matched when the action is saved.</p>
        ) : (
          <Matched label="events in the last 30 days, not saved" restriction={asked} />
        )}
      </section>
    )
  })
}

interface MatchedProps {
  readonly label: string
  readonly restriction: Readonly<Record<string, unknown>>
}

function Matched({ label, restriction }: MatchedProps) {
  const project = useProject()
  const found = useQuery({
    ...eventsWith(project.id, restriction),
    placeholderData: (before) => before,
  })
  if (found.isError) return <Refusal text={found.error.message} />
  if (found.data === undefined) return null
  const { count, examples } = found.data
  return (
    <>
      <p>
        <span className="made__count num">{exactNumber(count)}</span>{' '}
        <span className="soft" role="status">
          {label}
        </span>
      </p>
      <ol aria-label="Examples">
        {examples.map(({ uuid, event, timestamp, distinctId }) => (
          <li key={uuid}>
            <span className="cut">
              <span className="strong">{event}</span> <span className="soft">{distinctId}</span>
            </span>
            <span className="quiet">{age(timestamp, Date.now(), project.timezone)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
