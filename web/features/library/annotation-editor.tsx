import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { useProject } from '#web/api/project.ts'
import { Button } from '#web/ui/button.tsx'
import { dateFormat } from '#web/ui/formatters.ts'
import { Refusal } from '#web/ui/refusal.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { type Annotation, type AnnotationChange, writeAnnotation } from './annotation-data.ts'

interface AnnotationEditorProps {
  /** The annotation to edit; null for a new one. */
  readonly annotation: Annotation | null
  /** The time that a new annotation marks, in the time zone of the project: `2026-11-19`, or with a time. */
  readonly start: string
  onClose(): void
}

/**
 * Dialog that marks a time with a text. It is opened from the axis of a chart, or from the list of
 * annotations.
 */
export function AnnotationEditor({ annotation, start, onClose }: AnnotationEditorProps) {
  const project = useProject()
  const queries = useQueryClient()
  const toast = useToast()
  const [content, setContent] = useState(annotation?.content ?? '')
  const marked = annotation?.date_marker ?? null
  const [when, setWhen] = useState(marked === null ? fieldTime(start) : localTime(marked, project.timezone))
  const writing = useMutation({
    mutationFn: (change: AnnotationChange) => writeAnnotation(project.id, annotation?.id ?? null, change),
    onSuccess: (_, { deleted }) => {
      void queries.invalidateQueries({ queryKey: ['annotations', project.id] })
      if (deleted === true)
        toast(`“${content}” is deleted`, {
          label: 'Undo',
          onClick: () => writing.mutateAsync({ deleted: false }),
        })
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={annotation === null ? 'New annotation' : 'Annotation'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        className="annotation"
        onSubmit={(event) => {
          event.preventDefault()
          writing.mutate({ content, date_marker: when })
        }}
      >
        <label>
          What happened
          <input
            className="field"
            maxLength={TEXT_LIMITS.annotation}
            required
            value={content}
            onChange={({ target }) => setContent(target.value)}
          />
        </label>
        <label>
          When, {project.timezone} time
          <input
            className="field"
            type="datetime-local"
            required
            value={when}
            onChange={({ target }) => setWhen(target.value)}
          />
        </label>
        <Refusal text={writing.error?.message ?? null} />
        <div className="line">
          {annotation !== null && <Button onClick={() => writing.mutate({ deleted: true })}>Delete</Button>}
          <span className="grow" />
          <Button type="submit" look="ink" disabled={writing.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Returns a wall-clock time in the form that a date field of HTML needs: `2026-11-19T10:00`. */
const fieldTime = (start: string): string =>
  `${start.slice(0, 10)}T${start.length > 10 ? start.slice(11, 16) : '00:00'}`

/** Returns an instant as wall-clock time of a zone, in the form that a date field of HTML needs. */
export const localTime = (iso: string, timeZone: string): string =>
  dateFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
    .format(new Date(iso))
    .replace(' ', 'T')
