import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { exactNumber } from '#web/ui/format.ts'
import { Refusal } from '#web/ui/refusal.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { type Definition, toFilters } from './cohort-conditions.ts'
import { membersOf, membersWith } from './cohort-data.ts'

const PAUSE_MS = 300

interface CohortPreviewProps {
  /**
   * The id of the cohort if it is saved and has not been changed since. Its members are then exact.
   * Otherwise null.
   */
  readonly savedId: number | null
  /** The definition as it was typed; null if the form cannot show it. */
  readonly definition: Definition | null
}

/** The number of persons that match a definition, and ten of these persons. */
export function CohortPreview({ savedId, definition }: CohortPreviewProps) {
  const { id: projectId } = useProject()
  const typed = useSettled(JSON.stringify(definition === null ? null : toFilters(definition)), PAUSE_MS)
  const filters = JSON.parse(typed) as ReturnType<typeof toFilters> | null
  const isCountable = (filters?.properties.values ?? []).length > 0
  const members = useQuery({ ...membersOf(projectId, savedId ?? 0), enabled: savedId !== null })
  const persons = useQuery({
    ...membersWith(projectId, filters),
    enabled: savedId === null && isCountable,
    placeholderData: (before) => before,
  })
  const found = savedId === null ? persons : members
  if (savedId === null && !isCountable) return <p className="quiet">Add a condition to see who is in it.</p>
  if (found.isError) return <Refusal text={found.error.message} />
  if (found.data === undefined) return null
  const { count, results } = found.data
  return (
    <>
      <p>
        <span className="made__count num">{exactNumber(count)}</span>{' '}
        <span className="soft" role="status">
          {count === 1 ? 'person' : 'persons'}
          {savedId === null ? ', not saved' : ' now'}
        </span>
      </p>
      <ol aria-label="Examples">
        {results.map(({ uuid, name }) => (
          <li key={uuid}>
            <Link href={`/project/${projectId}/persons/${uuid}`} className="cut">
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </>
  )
}
