import { useState } from 'react'
import { ApiError } from '#web/api/client.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { useKindView } from '#web/kinds/use-kind-view.ts'
import { askedNode, attrInForm } from '#web/question/asked-node.ts'
import { useHiddenSeries } from '#web/question/hidden-series.ts'
import { ProblemProvider } from '#web/question/problem.tsx'
import { usePoint } from '#web/question/use-point.ts'
import { useQuestion } from '#web/question/use-question.ts'
import { Button } from '#web/ui/button.tsx'
import { AnswerArea } from './answer-area.tsx'
import type { EditorSlots } from './editor.tsx'
import { EditorHeader } from './editor-header.tsx'
import { KindTabs } from './kind-tabs.tsx'
import type { SavedInsight } from './saved-insight.ts'
import { SourceDrawer } from './source-drawer.tsx'
import { useAnswer } from './use-answer.ts'

interface WorkbenchProps extends EditorSlots {
  readonly saved: SavedInsight | null
  readonly initial: QueryNode
}

/**
 * The editor of an insight. It has the question at the left and the answer at the right. The panel with
 * people or with the source opens next to the answer.
 */
export function Workbench({ saved, initial, People, Share }: WorkbenchProps) {
  const { question, problem, setQuestion } = useQuestion(initial)
  const { hidden } = useHiddenSeries()
  const [isFormOpen, setFormOpen] = useState(false)
  const [isSourceOpen, setSourceOpen] = useState(false)
  const { point, openPoint, closePoint } = usePoint()
  const view = useKindView(question.kind) ?? null
  const asked = askedNode(question, hidden)
  const answer = useAnswer(asked)
  const fault = faultOf(answer.error, question, hidden)
  const panel = isSourceOpen ? 'source' : point !== null && People !== undefined ? 'people' : null
  return (
    <>
      <EditorHeader
        saved={saved}
        question={question}
        onSource={() => setSourceOpen(!isSourceOpen)}
        {...(Share !== undefined && { Share })}
      />
      <KindTabs question={question} setQuestion={setQuestion} />
      <div className={panel === null ? 'editor' : 'editor editor--panel'}>
        <aside className={isFormOpen ? 'question question--open' : 'question'} aria-label="Question">
          <div className="question__head only-phone">
            <Button onClick={() => setFormOpen(false)}>Show the answer</Button>
          </div>
          <ProblemProvider value={fault}>
            {view !== null && <view.Form question={question} setQuestion={setQuestion} />}
          </ProblemProvider>
        </aside>
        <ProblemProvider value={fault}>
          <AnswerArea
            question={question}
            setQuestion={setQuestion}
            addressProblem={problem}
            answer={answer}
            view={view}
            title={saved?.name || null}
            onForm={() => setFormOpen(true)}
            onPoint={
              People === undefined
                ? null
                : (opened) => {
                    setSourceOpen(false)
                    openPoint(opened)
                  }
            }
          />
        </ProblemProvider>
        {panel === 'source' && <SourceDrawer node={asked} onClose={() => setSourceOpen(false)} />}
        {panel === 'people' && point !== null && People !== undefined && (
          <People point={point} question={question} onPoint={openPoint} onClose={closePoint} />
        )}
      </div>
    </>
  )
}

/** Returns the field of the form for the field that the server refused; null if the error names no field. */
function faultOf(error: Error | null, question: QueryNode, hidden: readonly number[]) {
  if (!(error instanceof ApiError) || error.attr === null) return null
  return { attr: attrInForm(error.attr, question, hidden), detail: error.message }
}
