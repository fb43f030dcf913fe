import { IconFilter, IconInfoCircle } from '@tabler/icons-react'
import { useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { AnswerPlaceContext, useAnswerPlace } from '#web/chart/answer-place.ts'
import { pictureNote } from '#web/chart/picture-note.ts'
import type { KindView } from '#web/kinds/kind-view.ts'
import { carriedOver } from '#web/question/carried-over.ts'
import { describe } from '#web/question/describe.ts'
import type { Point } from '#web/question/point.ts'
import { sentenceText } from '#web/question/sentence-part.ts'
import { useVocabulary } from '#web/question/vocabulary.ts'
import { EmptyAnswer } from './empty-answer.tsx'
import { FailedAnswer } from './failed-answer.tsx'
import { isEmptyAnswer } from './is-empty-answer.ts'
import { QuestionToolbar } from './question-toolbar.tsx'
import { Sentence } from './sentence.tsx'
import { StatusLine } from './status-line.tsx'
import type { AnswerState } from './use-answer.ts'

interface AnswerAreaProps {
  readonly question: QueryNode
  setQuestion(question: QueryNode, how?: 'push' | 'replace'): void
  /** The reason why the question in the address (`#q=`) could not be parsed; null if it could. */
  readonly addressProblem: string | null
  readonly answer: AnswerState
  readonly view: KindView | null
  readonly onPoint: ((point: Point) => void) | null
  /**
   * The name of a saved insight, which is the title of its pictures. If it is null, the title is the
   * sentence.
   */
  readonly title: string | null
  /** Opens the form. On phones the form is hidden until then. */
  onForm(): void
}

/**
 * The right side of the editor: the question in words, its dates, its display, and the answer with its
 * cost.
 */
export function AnswerArea(props: AnswerAreaProps) {
  const { question, setQuestion, addressProblem, answer, view, onForm } = props
  const vocabulary = useVocabulary()
  const { given } = answer
  const parts = describe(given?.node ?? question, vocabulary, Date.now())
  const sentence = sentenceText(parts)
  return (
    <section className="answer" aria-label="Answer">
      {addressProblem !== null && (
        <p className="wrong" role="alert">
          {addressProblem} The default question is shown.
        </p>
      )}
      <button type="button" className="asked only-phone line" onClick={onForm}>
        <IconFilter size={16} aria-hidden />
        <span className="grow cut">{sentence}</span>
        <span className="quiet">Edit</span>
      </button>
      <Sentence parts={parts} onShow={onForm} />
      <QuestionToolbar question={question} setQuestion={setQuestion} Display={view?.Display} />
      {view?.Above !== undefined && (
        <view.Above
          question={question}
          setQuestion={setQuestion}
          error={answer.error}
          isAsking={answer.isAsking}
        />
      )}
      <AnswerBody {...props} sentence={sentence} />
      <p className="sr" role="status">
        {answer.isAsking || given === null ? '' : `Answered: ${sentence}`}
      </p>
    </section>
  )
}

interface AnswerBodyProps extends AnswerAreaProps {
  readonly sentence: string
}

function AnswerBody({ question, setQuestion, answer, view, onPoint, sentence, title }: AnswerBodyProps) {
  const { given, error, isCancelled, isAsking, isOlder, again } = answer
  const { timezone } = useProject()
  const { ref, place } = useAnswerPlace(
    title ?? sentence,
    pictureNote(title === null ? '' : sentence, given?.body.last_refresh ?? null, timezone),
  )
  const isSameKind = given !== null && given.node.kind === question.kind
  if (error !== null)
    return (
      <>
        {view?.Above === undefined && (
          <FailedAnswer error={error} question={question} setQuestion={setQuestion} onAgain={again} />
        )}
        <StatusLine answer={answer} />
      </>
    )
  if (isCancelled && !isAsking)
    return (
      <div className="state">
        <h2>Cancelled</h2>
        <p>The server has stopped this question.</p>
        <button type="button" className="btn btn--small" onClick={again}>
          Refresh
        </button>
      </div>
    )
  if (view === null || given === null || !isSameKind)
    return (
      <div className="answer__body">
        <Skeleton />
        <StatusLine answer={answer} />
      </div>
    )
  if (isEmptyAnswer(given.node, given.body.results))
    return (
      <div className={isOlder ? 'answer__body aging' : 'answer__body'}>
        <EmptyAnswer question={given.node} setQuestion={setQuestion} />
        <StatusLine answer={answer} />
      </div>
    )
  return (
    <div className="answer__body">
      <AnswerPlaceContext value={place}>
        <div ref={ref} className={isOlder ? 'answer__shown aging' : 'answer__shown'}>
          <view.Answer
            question={given.node}
            results={given.body.results}
            onPoint={onPoint}
            setQuestion={(after, how) => setQuestion(carriedOver(question, given.node, after), how)}
            table={given.body}
            label={sentence}
            status={<StatusLine answer={answer} />}
            isTile={false}
          />
        </div>
      </AnswerPlaceContext>
      {given.body.warnings?.map(({ detail }) => (
        <p key={detail} className="banner">
          <IconInfoCircle size={14} aria-hidden />
          {detail}
        </p>
      ))}
    </div>
  )
}

/** A placeholder with the height of a chart. If the answer comes quickly, it never becomes visible. */
const Skeleton = () => (
  <div className="waiting" aria-hidden>
    <div className="skeleton" style={{ width: '70%', height: 12 }} />
    <div className="skeleton" style={{ width: '44%', height: 12 }} />
    <div className="waiting__lines">
      <i />
      <i />
      <i />
      <i />
    </div>
  </div>
)
