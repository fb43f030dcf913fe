import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'
import { useEventNames } from '#web/question/event-names.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { type Definition, fromFilters, NEW_BEHAVIOR, NEW_PERSON, toFilters } from './cohort-conditions.ts'
import { changeCohort, cohortOf, createCohort } from './cohort-data.ts'
import { CohortPreview } from './cohort-preview.tsx'
import { ConditionRow } from './cohort-row.tsx'
import { MadeForm } from './made-form.tsx'
import { useMade } from './use-made.ts'

interface CohortEditorProps {
  /** The id of the cohort; null for a new one. */
  readonly id: number | null
  readonly mayChange: boolean
}

/**
 * The page `/cohorts/:id`. It has the conditions of a cohort at the left, and the persons that match them
 * at the right.
 */
export function CohortEditor({ id, mayChange }: CohortEditorProps) {
  const project = useProject()
  const saved = useQuery({ ...cohortOf(project.id, id ?? 0), enabled: id !== null })
  if (saved.isError) return <ErrorBox error={saved.error} onRetry={() => void saved.refetch()} />
  if (id !== null && saved.data === undefined) return null
  return <Form key={id} saved={saved.data ?? null} mayChange={mayChange} />
}

interface SavedCohort {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly filters: Record<string, unknown> | null
  readonly groups: readonly unknown[]
  readonly is_static: boolean
}
interface FormProps {
  readonly saved: SavedCohort | null
  readonly mayChange: boolean
}

function Form({ saved, mayChange }: FormProps) {
  const project = useProject()
  const [texts, setTexts] = useState({ name: saved?.name ?? '', description: saved?.description ?? '' })
  const [first] = useState(() => firstDefinition(saved))
  const [definition, setDefinition] = useState(first)
  const isDefined = JSON.stringify(definition) !== JSON.stringify(first)
  const list = `/project/${project.id}/cohorts`
  const made = useMade({
    savedId: saved?.id ?? null,
    list,
    name: texts.name || 'The cohort',
    stale: /cohort/,
    body: () => ({
      ...texts,
      ...(definition !== null && (saved === null || isDefined) && { filters: toFilters(definition) }),
    }),
    create: (body) => createCohort(project.id, body),
    change: (id, body) => changeCohort(project.id, id, body),
  })
  return (
    <MadeForm
      crumb={{ label: 'Cohorts', to: list }}
      title={saved?.name || 'New cohort'}
      texts={texts}
      onTexts={setTexts}
      sideTitle="Who is in it"
      side={<CohortPreview savedId={isDefined ? null : (saved?.id ?? null)} definition={definition} />}
      {...{ mayChange, made }}
    >
      {saved?.is_static ? (
        <p className="soft">The persons of this cohort were added one by one.</p>
      ) : definition === null ? (
        <p className="soft">
          This definition has parts that this form cannot show. It stays as it is; change it through the API.
        </p>
      ) : (
        <Conditions definition={definition} onChange={setDefinition} />
      )}
    </MadeForm>
  )
}

/**
 * Returns the definition that the form shows at first. Null for a cohort with an older definition
 * (`groups`), which cannot be edited and stays as it is.
 */
function firstDefinition(saved: SavedCohort | null): Definition | null {
  if (saved === null) return { combine: 'AND', conditions: [NEW_PERSON] }
  return saved.groups.length > 0 ? null : fromFilters(saved.filters)
}

interface ConditionsProps {
  readonly definition: Definition
  onChange(definition: Definition): void
}

function Conditions({ definition, onChange }: ConditionsProps) {
  const { id: projectId } = useProject()
  const { combine, conditions } = definition
  const [propertyList, eventList] = [useId(), useId()]
  const events = useEventNames()
  const properties = useQuery({
    queryKey: ['person-property-names', projectId],
    queryFn: async () => {
      const params = {
        path: { project_id: String(projectId) },
        query: { type: 'person' as const, limit: 500 },
      }
      const page = await bodyOf(api.GET('/api/projects/{project_id}/property_definitions/', { params }))
      return page.results.map(({ name }) => name)
    },
  })
  const set = (changed: Definition['conditions']) => onChange({ ...definition, conditions: changed })
  return (
    <fieldset>
      <legend className="line">
        Persons who match
        <Segmented
          label="How conditions are joined"
          value={combine}
          options={[
            { value: 'AND', label: 'all' },
            { value: 'OR', label: 'any' },
          ]}
          onChange={(value) => onChange({ ...definition, combine: value as 'AND' })}
        />
        of these
      </legend>
      {conditions.map((condition, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is identified by its index
          key={index}
          condition={condition}
          place={index + 1}
          propertyList={propertyList}
          eventList={eventList}
          onChange={(changed) => set(conditions.map((one, at) => (at === index ? changed : one)))}
          onRemove={() => set(conditions.filter((_, at) => at !== index))}
        />
      ))}
      <datalist id={propertyList}>
        {(properties.data ?? []).map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <datalist id={eventList}>
        {events.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <div className="made__adds">
        <button type="button" className="add" onClick={() => set([...conditions, NEW_PERSON])}>
          <IconPlus size={14} stroke={1.5} aria-hidden /> Property
        </button>
        <button type="button" className="add" onClick={() => set([...conditions, NEW_BEHAVIOR])}>
          <IconPlus size={14} stroke={1.5} aria-hidden /> What they did
        </button>
      </div>
    </fieldset>
  )
}
