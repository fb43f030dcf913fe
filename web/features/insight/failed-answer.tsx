import { TOO_MUCH_CODES } from '#contract/question-errors.ts'
import { ApiError } from '#web/api/client.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { StateBox } from '#web/ui/state-box.tsx'

interface FailedAnswerProps {
  readonly error: Error
  readonly question: QueryNode
  setQuestion(question: QueryNode): void
  onAgain(): void
}

/**
 * Says why the question failed and what to do, with buttons. If the server refused a field, the form marks
 * it too.
 */
export function FailedAnswer({ error, question, setQuestion, onAgain }: FailedAnswerProps) {
  const again = { label: 'Refresh', onClick: onAgain }
  const back = { label: 'Undo the change', onClick: () => history.back() }
  const { title, actions } = !(error instanceof ApiError)
    ? { title: 'This question failed', actions: [again] }
    : error.status === 0
      ? { title: 'The server does not answer', actions: [again] }
      : TOO_MUCH.includes(error.code)
        ? { title: 'This question is too large', actions: [...shorter({ question, setQuestion }), again] }
        : error.status === 400
          ? { title: 'This question is not valid', actions: [back, again] }
          : error.status === 403
            ? { title: 'You have no access to this', actions: [again] }
            : { title: 'This question failed', actions: [again, back] }
  return <StateBox isError title={title} text={error.message} actions={actions} />
}

/**
 * Returns the button that shortens the range. There is none for a retention, because it has a number of
 * periods and no range.
 */
const shorter = ({ question, setQuestion }: Pick<FailedAnswerProps, 'question' | 'setQuestion'>) =>
  question.kind === 'RetentionQuery'
    ? []
    : [
        {
          label: 'Last 30 days',
          onClick: () => setQuestion({ ...question, dateRange: { date_from: '-30d' } }),
        },
      ]

const TOO_MUCH: readonly string[] = Object.values(TOO_MUCH_CODES)
