import { useQueries } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import { useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { stableText } from '#web/question/compact.ts'
import { rangeWords } from '#web/question/dates.ts'
import { actorsOf } from '#web/question/describe-subject.ts'
import { useVocabulary, type Vocabulary } from '#web/question/vocabulary.ts'
import { exactNumber } from '#web/ui/format.ts'
import { StateBox } from '#web/ui/state-box.tsx'
import { isEmptyAnswer, totalOf } from './is-empty-answer.ts'
import { type WithoutPart, withoutEachPart } from './without-parts.ts'

interface EmptyAnswerProps {
  readonly question: QueryNode
  setQuestion(question: QueryNode): void
}

/**
 * Shown if nothing matches a question. It asks the question again without each of its parts, and chooses the
 * part without which most is found. It says how much that is, and has a button that removes this part.
 */
export function EmptyAnswer({ question, setQuestion }: EmptyAnswerProps) {
  const { id: projectId } = useProject()
  const vocabulary = useVocabulary()
  const without = withoutEachPart(question, vocabulary)
  const answers = useQueries({
    queries: without.map((one) => ({
      queryKey: ['answer', projectId, stableText(one.question)],
      queryFn: async ({ signal }: { signal: AbortSignal }) => ({
        node: one.question,
        body: await ask({ projectId, node: one.question, signal }),
      }),
    })),
  })
  const range =
    question.kind === 'RetentionQuery' ? 'same periods' : rangeWords(question.dateRange, Date.now())
  const found = answers.flatMap(({ data }, at) => {
    const one = without[at]
    return data === undefined || one === undefined || isEmptyAnswer(data.node, data.body.results)
      ? []
      : [{ ...one, total: totalOf(data.body.results) }]
  })
  const widest = found.toSorted((a, b) => b.total - a.total)[0]
  if (widest !== undefined) {
    const { title, label, total } = widest
    return (
      <StateBox
        title={title}
        text={
          total > 0
            ? foundWords(widest, countedWords(question, total, vocabulary), range)
            : `There are results without ${widest.part}.`
        }
        actions={[{ label, onClick: () => setQuestion(widest.question) }]}
      />
    )
  }
  if (question.kind === 'RetentionQuery')
    return <StateBox title="Nobody started in these periods" text="Choose another event, or more periods." />
  const withRange = (date_from: string) => setQuestion({ ...question, dateRange: { date_from } })
  return (
    <StateBox
      title={`No results in the ${range}`.replace('in the all time', 'at any time')}
      text="Choose a longer range, or another event."
      actions={[
        { label: 'Last 90 days', onClick: () => withRange('-90d') },
        { label: 'All time', onClick: () => withRange('all') },
      ]}
    />
  )
}

/** Returns a number of results in words: `412 persons`, `12 paths`. For a trend it is only the number. */
function countedWords(question: QueryNode, total: number, vocabulary: Vocabulary): string {
  if (question.kind === 'PathsQuery') return `${exactNumber(total)} paths`
  return question.kind === 'FunnelsQuery' || question.kind === 'RetentionQuery'
    ? `${exactNumber(total)} ${actorsOf(question, vocabulary)}`
    : exactNumber(total)
}

const foundWords = ({ part, when }: WithoutPart, counted: string, range: string): string =>
  when === undefined
    ? `There were ${counted} in the ${range} without ${part}.`
    : `There were ${counted} ${when}.`
