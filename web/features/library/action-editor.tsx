import { IconPlus, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { useEventNames } from '#web/question/event-names.ts'
import { Button } from '#web/ui/button.tsx'
import { PageBar } from '#web/ui/page-bar.tsx'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { actionOf, changeAction, createAction } from './action-data.ts'
import { ActionPreview } from './action-preview.tsx'
import { type ActionStep, isStepComplete, NEW_STEP, toWrittenStep } from './action-steps.ts'
import './cohort.css'

interface ActionEditorProps {
  /** Null for a new action. */
  readonly id: number | null
  readonly mayChange: boolean
}

/** `/actions/:id`: which events an action is, at the left as steps and at the right as events. */
export function ActionEditor({ id, mayChange }: ActionEditorProps) {
  const project = useProject()
  const saved = useQuery({ ...actionOf(project.id, id ?? 0), enabled: id !== null })
  if (saved.isError) return <ErrorBox error={saved.error} onRetry={() => void saved.refetch()} />
  if (id !== null && saved.data === undefined) return null
  return <Form key={id} saved={saved.data ?? null} mayChange={mayChange} />
}

interface FormProps {
  readonly saved: {
    readonly id: number
    readonly name: string
    readonly description: string
    readonly steps: readonly ActionStep[]
  } | null
  readonly mayChange: boolean
}

function Form({ saved, mayChange }: FormProps) {
  const project = useProject()
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState(saved?.name ?? '')
  const [description, setDescription] = useState(saved?.description ?? '')
  const [first] = useState(() => saved?.steps ?? [NEW_STEP])
  const [steps, setSteps] = useState(first)
  const isChanged = JSON.stringify(steps) !== JSON.stringify(first)
  const list = `/project/${project.id}/actions`
  const refresh = () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => /action|events-with/.test(String(queryKey[0])) })
  const saving = useMutation({
    mutationFn: () => {
      const body = { name, description, steps: steps.filter(isStepComplete).map(toWrittenStep) }
      return saved === null ? createAction(project.id, body) : changeAction(project.id, saved.id, body)
    },
    onSuccess: async ({ id }) => {
      await refresh()
      toast(`${name} is saved`)
      navigate(saved === null ? `${list}/${id}` : list)
    },
  })
  const removal = useMutation({
    mutationFn: (deleted: boolean) => changeAction(project.id, saved?.id ?? 0, { deleted }),
    onSuccess: async (_, deleted) => {
      await refresh()
      if (!deleted) return
      navigate(list)
      toast(`${name} is deleted`, { label: 'Undo', onClick: () => removal.mutate(false) })
    },
  })
  const error = saving.error ?? removal.error
  return (
    <>
      <PageBar
        crumb={{ label: 'Actions', to: list }}
        title={saved?.name || 'New action'}
        actions={
          mayChange && (
            <>
              {saved !== null && <Button onClick={() => removal.mutate(true)}>Delete</Button>}
              <Button look="ink" disabled={name === '' || saving.isPending} onClick={() => saving.mutate()}>
                Save
              </Button>
            </>
          )
        }
      />
      <div className="made">
        <form className="made__form" onSubmit={(event) => event.preventDefault()}>
          {error !== null && <p role="alert">{error.message}</p>}
          <label>
            Name
            <input className="field" value={name} onChange={({ target }) => setName(target.value)} />
          </label>
          <label>
            Description
            <input
              className="field"
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
          </label>
          <Steps steps={steps} onChange={setSteps} />
        </form>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
        <aside className="made__side" tabIndex={0} aria-label="What it matches">
          <h2>What it matches</h2>
          <ActionPreview savedId={isChanged ? null : (saved?.id ?? null)} steps={steps} />
        </aside>
      </div>
    </>
  )
}

interface StepsProps {
  readonly steps: readonly ActionStep[]
  onChange(steps: readonly ActionStep[]): void
}

/** An event is in the action where any step matches it. */
function Steps({ steps, onChange }: StepsProps) {
  const eventList = useId()
  const events = useEventNames()
  return (
    <fieldset>
      <legend>Events that match any of these</legend>
      {steps.map((step, index) => (
        <StepRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
          key={index}
          step={step}
          place={index + 1}
          eventList={eventList}
          onChange={(changed) => onChange(steps.map((one, at) => (at === index ? changed : one)))}
          onRemove={() => onChange(steps.filter((_, at) => at !== index))}
        />
      ))}
      <datalist id={eventList}>
        {events.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <div className="made__adds">
        <button type="button" className="add" onClick={() => onChange([...steps, NEW_STEP])}>
          <IconPlus size={14} stroke={1.5} aria-hidden /> Step
        </button>
      </div>
    </fieldset>
  )
}

interface StepRowProps {
  readonly step: ActionStep
  readonly place: number
  readonly eventList: string
  onChange(step: ActionStep): void
  onRemove(): void
}

const PARTS = [
  { part: 'text', label: 'Text of the element' },
  { part: 'href', label: 'Link of the element' },
  { part: 'selector', label: 'CSS selector' },
] as const

function StepRow({ step, place, eventList, onChange, onRemove }: StepRowProps) {
  const set = (changed: Partial<ActionStep>) => onChange({ ...step, ...changed })
  return (
    <div className="made__row">
      <input
        className="field"
        aria-label={`Event of step ${place}`}
        placeholder="Any event"
        list={eventList}
        value={step.event ?? ''}
        onChange={({ target }) => set({ event: target.value })}
      />
      <select
        className="field"
        aria-label={`URL operator of step ${place}`}
        value={step.url_matching ?? 'contains'}
        onChange={({ target }) => set({ url_matching: target.value as 'contains' })}
      >
        <option value="contains">URL contains</option>
        <option value="exact">URL is</option>
        <option value="regex">URL matches</option>
      </select>
      <input
        className="field"
        aria-label={`URL of step ${place}`}
        placeholder="Any URL"
        value={step.url ?? ''}
        onChange={({ target }) => set({ url: target.value })}
      />
      {(step.event === '$autocapture' || PARTS.some(({ part }) => step[part])) &&
        PARTS.map(({ part, label }) => (
          <input
            key={part}
            className="field"
            aria-label={`${label} of step ${place}`}
            placeholder={label}
            value={step[part] ?? ''}
            onChange={({ target }) => set({ [part]: target.value })}
          />
        ))}
      <span className="grow" />
      <Button
        look="plain"
        isSmall
        aria-label={`Remove step ${place}`}
        icon={<IconX size={14} stroke={1.5} />}
        onClick={onRemove}
      />
    </div>
  )
}
