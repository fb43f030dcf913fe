import { type ReactNode, useState } from 'react'
import { AnnotateContext } from '#web/chart/annotate.ts'
import { chunk } from '#web/ui/chunk.tsx'

const AnnotationEditor = chunk(
  async () => (await import('#web/features/library/annotation-editor.tsx')).AnnotationEditor,
)

interface AnnotatingProps {
  readonly mayChange: boolean
  readonly children: ReactNode
}

/** Lets all charts inside it open the editor of a new annotation. */
export function Annotating({ mayChange, children }: AnnotatingProps) {
  const [start, setStart] = useState<string | null>(null)
  return (
    <AnnotateContext value={mayChange ? setStart : null}>
      {children}
      {start !== null && <AnnotationEditor annotation={null} start={start} onClose={() => setStart(null)} />}
    </AnnotateContext>
  )
}
