import { useQueries } from '@tanstack/react-query'
import { ask, type QueryNode } from '#web/api/ask.ts'
import { useProject } from '#web/api/project.ts'
import { stableText } from '#web/question/compact.ts'
import { rangeWords } from '#web/question/dates.ts'
import { filterWords } from '#web/question/describe-filters.ts'
import type { SeriesQuestion } from '#web/question/node.ts'
import { useVocabulary } from '#web/question/vocabulary.ts'
import { exactNumber } from '#web/ui/format.ts'
import { StateBox } from '#web/ui/state-box.tsx'
import { isEmptyAnswer, totalOf } from './is-empty-answer.ts'
import { withoutEachFilter } from './without-filters.ts'

interface EmptyAnswerProps {
  readonly question: QueryNode
  setQuestion(question: QueryNode): void
}

/** Nothing matched: what there is without the filter that leaves out most, and a button that removes it. */
export function EmptyAnswer({ question, setQuestion }: EmptyAnswerProps) {
  const { id: projectId } = useProject()
  const vocabulary = useVocabulary()
  const without = withoutEachFilter(question)
  const answers = useQueries({
    queries: without.map((one) => ({
      queryKey: ['answer', projectId, stableText(one.question)],
      queryFn: async ({ signal }: { signal: AbortSignal }) => ({
        node: one.question,
        body: await ask({ projectId, node: one.question, signal }),
      }),
    })),
  })
  const range = rangeWords((question as SeriesQuestion).dateRange, Date.now())
  const found = answers.flatMap(({ data }, at) => {
    const one = without[at]
    return data === undefined || one === undefined || isEmptyAnswer(data.node, data.body.results)
      ? []
      : [{ ...one, total: totalOf(data.body.results) }]
  })
  const widest = found.toSorted((a, b) => b.total - a.total)[0]
  if (widest !== undefined) {
    const words = filterWords(widest.filter, vocabulary)
    return (
      <StateBox
        title={`Nothing with ${words}`}
        text={
          widest.total > 0
            ? `There were ${exactNumber(widest.total)} in the ${range} without this filter.`
            : 'There is an answer without this filter.'
        }
        actions={[{ label: 'Remove the filter', onClick: () => setQuestion(widest.question) }]}
      />
    )
  }
  const withRange = (date_from: string) => setQuestion({ ...question, dateRange: { date_from } })
  return (
    <StateBox
      title={`Nothing in the ${range}`.replace('in the all time', 'at any time')}
      text="Look at a longer time, or choose another event."
      actions={[
        { label: 'Last 90 days', onClick: () => withRange('-90d') },
        { label: 'All time', onClick: () => withRange('all') },
      ]}
    />
  )
}
