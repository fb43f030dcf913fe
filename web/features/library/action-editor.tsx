import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useProject } from '#web/api/project.ts'
import { useEventNames } from '#web/question/event-names.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { actionOf, changeAction, createAction } from './action-data.ts'
import { ActionPreview } from './action-preview.tsx'
import { type ActionStep, isStepComplete, NEW_STEP, toWrittenStep } from './action-steps.ts'
import { MadeForm } from './made-form.tsx'
import { useMade } from './use-made.ts'

interface ActionEditorProps {
  /** The id of the action; null for a new one. */
  readonly id: number | null
  readonly mayChange: boolean
}

/**
 * The page `/actions/:id`. It has the steps of an action at the left, and the events that they match at the
 * right.
 */
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
  const [texts, setTexts] = useState({ name: saved?.name ?? '', description: saved?.description ?? '' })
  const [first] = useState(() => saved?.steps ?? [NEW_STEP])
  const [steps, setSteps] = useState(first)
  const isChanged = JSON.stringify(steps) !== JSON.stringify(first)
  const list = `/project/${project.id}/actions`
  const made = useMade({
    savedId: saved?.id ?? null,
    list,
    name: texts.name,
    stale: /action|events-with/,
    body: () => ({ ...texts, steps: steps.filter(isStepComplete).map(toWrittenStep) }),
    create: (body) => createAction(project.id, body),
    change: (id, body) => changeAction(project.id, id, body),
  })
  return (
    <MadeForm
      crumb={{ label: 'Actions', to: list }}
      title={saved?.name || 'New action'}
      texts={texts}
      onTexts={setTexts}
      sideTitle="What it matches"
      side={<ActionPreview savedId={isChanged ? null : (saved?.id ?? null)} steps={steps} />}
      {...{ mayChange, made }}
    >
      <Steps steps={steps} onChange={setSteps} />
    </MadeForm>
  )
}

interface StepsProps {
  readonly steps: readonly ActionStep[]
  onChange(steps: readonly ActionStep[]): void
}

/** The steps of an action. An event belongs to the action if it matches at least one of them. */
function Steps({ steps, onChange }: StepsProps) {
  const eventList = useId()
  const events = useEventNames()
  return (
    <fieldset>
      <legend>Events that match any of these</legend>
      {steps.map((step, index) => (
        <StepRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index
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
