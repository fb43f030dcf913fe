import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProject } from '#web/api/project.ts'
import { Button } from '#web/ui/button.tsx'
import { day, timeOfDay } from '#web/ui/format.ts'
import { PageBar } from '#web/ui/page-bar.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { type Annotation, annotationsOf } from './annotation-data.ts'
import { AnnotationEditor, localTime } from './annotation-editor.tsx'
import './cohort.css'

/** The page `/settings/annotations`: the annotations of the project. */
export function AnnotationList({ mayChange }: { readonly mayChange: boolean }) {
  const project = useProject()
  const list = useQuery(annotationsOf(project.id))
  const [open, setOpen] = useState<Annotation | 'new' | null>(null)
  const { timezone } = project
  return (
    <>
      <PageBar
        title="Annotations"
        actions={
          mayChange && (
            <Button look="ink" onClick={() => setOpen('new')}>
              New annotation
            </Button>
          )
        }
      />
      <div className="page">
        {list.isError && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.length === 0 && (
          <StateBox title="No annotations yet" text="Mark a release or an outage to see it in every chart." />
        )}
        {(list.data?.length ?? 0) > 0 && (
          <table>
            <thead>
              <tr>
                <th>What happened</th>
                <th className="r">When</th>
              </tr>
            </thead>
            <tbody>
              {list.data?.map((one) => (
                <tr key={one.id}>
                  <td className="cut">
                    <button
                      type="button"
                      className="strong"
                      disabled={!mayChange}
                      onClick={() => setOpen(one)}
                    >
                      {one.content}
                    </button>
                  </td>
                  <td className="r soft">
                    {one.date_marker !== null &&
                      `${day(one.date_marker, Date.now(), timezone)}, ${timeOfDay(one.date_marker, timezone)}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {open !== null && (
        <AnnotationEditor
          annotation={open === 'new' ? null : open}
          start={localTime(new Date().toISOString(), timezone)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
