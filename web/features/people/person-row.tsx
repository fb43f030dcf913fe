import { IconUser } from '@tabler/icons-react'
import type { Actor } from '#web/api/people.ts'
import { useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { day } from '#web/ui/format.ts'
import { actorName } from './panel-actor.ts'
import { PersonDetails } from './person-details.tsx'

interface PersonRowProps {
  readonly actor: Actor
  readonly question: QueryNode
  readonly isOpen: boolean
  onToggle(): void
}

/** A row for a person, a group or a session in a list. It expands in place. */
export function PersonRow({ actor, question, isOpen, onToggle }: PersonRowProps) {
  const { name, beside, initials } = actorName(actor)
  const project = useProject()
  const lastAt = actor.matched_events?.at(-1)?.timestamp
  return (
    <>
      <span className="face" aria-hidden>
        {initials ?? <IconUser className="i i--14" />}
      </span>
      <button type="button" className="name cut who__open" aria-expanded={isOpen} onClick={onToggle}>
        {name}
      </button>
      <span className="when">{lastAt !== undefined && day(lastAt, Date.now(), project.timezone)}</span>
      {beside !== null && <span className="sub cut who__beside">{beside}</span>}
      {actor.appearances !== undefined && (
        <span className="sub who__beside">
          active in {actor.appearance_count} of {actor.appearances.length} periods
        </span>
      )}
      {isOpen && (
        <div className="who__more">
          <PersonDetails actor={actor} question={question} />
        </div>
      )}
    </>
  )
}
